/** `Gem::Version`: runs of digits and of letters; letters make a pre-release and stand before numbers. */
export function compareGem(a: string, b: string): number {
  const [left, right] = [segments(a), segments(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [one, other] = [left[i] ?? 0, right[i] ?? 0];
    if (one === other) continue;
    if (typeof one === 'string' && typeof other === 'number') return -1;
    if (typeof one === 'number' && typeof other === 'string') return 1;
    return one < other ? -1 : 1;
  }
  return 0;
}

function segments(version: string): (number | string)[] {
  // A platform after the version (`1.13.4-x86_64-linux`) is no part of it; a dash before a word is a pre-release.
  const plain = version
    .trim()
    .replace(/-(?:x86|x64|arm|aarch|java|mswin|mingw|universal|linux|darwin).*$/, '');
  const parts = (plain.replace(/-/g, '.pre.').match(/\d+|[a-z]+/gi) ?? []).map((part) =>
    /^\d/.test(part) ? Number(part) : part.toLowerCase(),
  );
  while (parts.length > 1 && parts.at(-1) === 0) parts.pop();
  return parts;
}
