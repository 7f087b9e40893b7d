/** The place of a quote in a text; lines start at 1. */
export interface Anchor {
  line: number;
  endLine: number;
  /** Its first line, as in the file. */
  snippet: string;
}

const MIN_QUOTE_LENGTH = 6;

/**
 * Finds a quote exactly, then ignoring whitespace. If it occurs more than once, the place nearest to the claimed line
 * is taken. Without a claimed line, an ambiguous quote proves nothing.
 */
export function anchorQuote(text: string, quote: string, claimedLine?: number): Anchor | undefined {
  const wanted = quote.replace(/^\s+|\s+$/g, '');
  if (wanted.replace(/\s/g, '').length < MIN_QUOTE_LENGTH) return undefined;
  const exact = placesOf(text, wanted).map((start) => toAnchor(text, start, start + wanted.length));
  return choose(exact.length > 0 ? exact : loosePlaces(text, wanted), claimedLine);
}

function choose(anchors: readonly Anchor[], claimedLine: number | undefined): Anchor | undefined {
  if (anchors.length <= 1 || claimedLine === undefined) return anchors.length === 1 ? anchors[0] : undefined;
  const distance = (anchor: Anchor) => Math.abs(anchor.line - claimedLine);
  const [first, second] = [...anchors].sort((a, b) => distance(a) - distance(b));
  return first && second && distance(first) === distance(second) ? undefined : first;
}

function placesOf(text: string, wanted: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0 && places.length < 100; at = text.indexOf(wanted, at + 1))
    places.push(at);
  return places;
}

/** The same characters with other whitespace. Line numbers before the quoted lines are ignored. */
function loosePlaces(text: string, quote: string): Anchor[] {
  const bare = quote.replace(/^[^\S\n]*\d+\s*[|:]\s?/gm, '').replace(/\s+/g, '');
  if (bare.length < MIN_QUOTE_LENGTH) return [];
  const offsets: number[] = [];
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (/\s/.test(char)) continue;
    plain += char;
    offsets.push(at);
  }
  const offsetOf = (position: number) => offsets[position] ?? text.length - 1;
  return placesOf(plain, bare).map((start) =>
    toAnchor(text, offsetOf(start), offsetOf(start + bare.length - 1) + 1),
  );
}

function toAnchor(text: string, start: number, end: number): Anchor {
  const line = text.slice(0, start).split('\n').length;
  const endLine = line + text.slice(start, end).split('\n').length - 1;
  return { line, endLine, snippet: text.split('\n')[line - 1] ?? '' };
}
