const MAX_LENGTH = 48;
/** Above this the table is cleared: a text is then no longer the same copy, but still equal. */
const MAX_COUNT = 200_000;

const known = new Map<string, string>();

/**
 * The one copy of a short text: V8's internalized string, which it also uses for property names and constants
 * in code. Two of those are equal if and only if their addresses are; a slice of a file is compared character
 * by character each time.
 */
export function interned(text: string): string {
  if (text.length > MAX_LENGTH) return text;
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size >= MAX_COUNT) known.clear();
  const own = Object.keys({ [text]: null })[0] ?? text;
  known.set(own, own);
  return own;
}
