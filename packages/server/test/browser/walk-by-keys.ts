import type { Page } from 'playwright-core';

/** Far more than any page needs; a walk that goes round in a circle ends here. */
const MAX_STEPS = 150;

interface Focused {
  /** As a screen reader says it. */
  name: string;
  isSeen: boolean;
  isInView: boolean;
}

/**
 * Presses Tab, or Shift and Tab, until what has this name is in focus, and holds that the focus can be seen at
 * each stop.
 */
export async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<number> {
  const passed: string[] = [];
  for (let steps = 1; steps <= MAX_STEPS; steps++) {
    await page.keyboard.press(key);
    const focused = await page.evaluate<Focused>(FOCUSED);
    if (!focused.isSeen || !focused.isInView)
      throw new Error(`The focus cannot be seen on “${focused.name}”: ${JSON.stringify(focused)}`);
    if (name.test(focused.name)) return steps;
    passed.push(focused.name);
  }
  throw new Error(`${name} cannot be reached: ${passed.slice(0, 60).join(' | ')}`);
}

/** The name of what is in focus. */
export async function focusedName(page: Page): Promise<string> {
  return (await page.evaluate<Focused>(FOCUSED)).name;
}

const FOCUSED = `(() => {
  const at = document.activeElement;
  const textOf = (one) => one?.textContent?.replace(/\\s+/g, ' ').trim() ?? '';
  const labelled = (at.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
  const name =
    at.getAttribute('aria-label') ??
    (labelled.length > 0
      ? labelled.map((id) => textOf(document.getElementById(id))).join(' ')
      : at.labels?.length > 0 ? textOf(at.labels[0]) : textOf(at));
  const outlines = [getComputedStyle(at), getComputedStyle(at, '::after')];
  const { top, bottom } = at.getBoundingClientRect();
  return {
    name: name.slice(0, 200),
    // A checkbox is drawn beside its input, by what stands around both.
    isSeen:
      outlines.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) ||
      at.closest('[data-focus-visible]') !== null,
    isInView: bottom >= 0 && top <= innerHeight,
  };
})()`;
