/** A text for comparison: in lower case, with single spaces between words. */
export function spacedKey(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
}
