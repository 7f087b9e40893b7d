import type { Answer } from '../../api/client.ts';

type Appearance = NonNullable<Answer<'readPortalLink'>['appearance']>;
type Colour = [red: number, green: number, blue: number];

/** Background colours behind text, in light and dark, as in the style sheet. */
const GROUNDS = { light: '#f6f7f9', dark: '#1b202a' } as const;
const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];
/** WCAG's minimum for text. */
const MIN_CONTRAST = 4.5;

/** Applies the link creator's colours to the portal, as far as it stays readable. */
export function applyAppearance({ accent, theme }: Appearance): void {
  const root = document.documentElement;
  if (theme !== undefined) root.dataset.theme = theme;
  if (accent === undefined) return;
  for (const [name, value] of Object.entries(coloursOf(accent))) root.style.setProperty(name, value);
}

/** The style sheet's custom properties derived from one colour. */
export function coloursOf(accent: string): Record<string, string> {
  const colour = read(accent);
  const onIt = contrast(colour, read('#ffffff')) >= MIN_CONTRAST ? '#ffffff' : '#10131a';
  // For some greys neither black nor white is readable enough: those are lightened.
  const main = onIt === '#ffffff' ? colour : readable(colour, read(onIt), WHITE);
  const light = readable(colour, read(GROUNDS.light), BLACK);
  const dark = readable(colour, read(GROUNDS.dark), WHITE);
  return {
    '--main': write(main),
    '--main-text': onIt,
    '--link': `light-dark(${write(light)}, ${write(dark)})`,
  };
}

/** Mixes a colour with another until it is readable on the background. */
function readable(colour: Colour, ground: Colour, towards: Colour): Colour {
  for (let share = 0; share < 1; share += 0.05) {
    const found = mixed(colour, towards, share);
    if (contrast(found, ground) >= MIN_CONTRAST) return found;
  }
  return towards;
}

function mixed(colour: Colour, other: Colour, share: number): Colour {
  return colour.map((part, at) => part + ((other[at] ?? 0) - part) * share) as Colour;
}

/** Contrast ratio of two colours by WCAG 2.2: from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  return contrast(read(one), read(other));
}

function contrast(one: Colour, other: Colour): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function read(text: string): Colour {
  return [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)) as Colour;
}

function write(colour: Colour): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
