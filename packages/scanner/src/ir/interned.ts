const MAX_LENGTH = 48;
/** Then it begins anew: what is not the same copy any more is still the same text. */
const MAX_COUNT = 200_000;

const known = new Map<string, string>();

/**
 * The one copy of a short text: V8's own, as which it keeps names of properties and constants in code. Two of those are
 * the same text where they are the same address; a slice of a file is compared character by character each time.
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
