import { compareNumerals, numeral } from './numeral.ts';

type Segment = number | bigint | string;

/** `Gem::Version`: runs of digits and of letters. Letters make a pre-release and come before numbers. */
export function compareGem(a: string, b: string): number {
  const [left, right] = [segments(a), segments(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [one, other] = [left[i] ?? 0, right[i] ?? 0];
    if (typeof one === 'string' || typeof other === 'string') {
      if (one === other) continue;
      if (typeof other !== 'string') return -1;
      if (typeof one !== 'string') return 1;
      return one < other ? -1 : 1;
    }
    const difference = compareNumerals(one, other);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Trailing zeros of the release and the pre-release do not count: `1.0.a` is `1.a`. */
function segments(version: string): Segment[] {
  const parts = (
    withoutPlatform(version)
      .replace(/-/g, '.pre.')
      .match(/\d+|[a-z]+/gi) ?? []
  ).map((part) => (/^\d/.test(part) ? numeral(part) : part));
  const firstWord = parts.findIndex((part) => typeof part === 'string');
  const end = firstWord < 0 ? parts.length : firstWord;
  return [...withoutZeros(parts.slice(0, end)), ...withoutZeros(parts.slice(end))];
}

function withoutZeros(parts: Segment[]): Segment[] {
  let end = parts.length;
  while (end > 0 && parts[end - 1] === 0) end--;
  return parts.slice(0, end);
}

/** A platform after the version (`1.13.4-x86_64-linux`) is not part of it; a dash before a word is a pre-release. */
function withoutPlatform(version: string): string {
  return version.trim().replace(/-(?:x86|x64|arm|aarch|java|mswin|mingw|universal|linux|darwin).*$/, '');
}

/** Whether RubyGems accepts a text as a version. */
export function isGemVersion(version: string): boolean {
  return /^\d+(?:\.[\da-z]+)*(?:-[\da-z-]+(?:\.[\da-z-]+)*)?$/i.test(withoutPlatform(version));
}
