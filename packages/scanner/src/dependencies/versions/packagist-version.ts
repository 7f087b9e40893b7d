import { compareText } from '../../read/compare-text.ts';
import { compareNumerals, numeral } from './numeral.ts';

const modifier = '[._-]?(?:(stable|beta|b|rc|alpha|a|patch|pl|p)((?:[.-]?\\d+)*)?)?([.-]?dev)?$';
const numbered = new RegExp(`^v?(\\d{1,5})(\\.\\d+)?(\\.\\d+)?(\\.\\d+)?${modifier}`, 'i');
const dated = new RegExp(`^v?(\\d{4}(?:[.:-]?\\d{2}){1,6}(?:[.:-]?\\d{1,3})?)${modifier}`, 'i');
const branch = /^v?(\d+)(\.(?:\d+|[x*]))?(\.(?:\d+|[x*]))?(\.(?:\d+|[x*]))?[.-]?dev$/i;
const stabilities: Record<string, string> = { a: 'alpha', b: 'beta', p: 'patch', pl: 'patch' };

/**
 * Composer's order: both versions as normalized by `VersionParser`, in the order of PHP's `version_compare`. Named
 * branches (`dev-main`), which Composer does not order, come before everything, and so do texts that are not
 * versions.
 */
export function comparePackagist(a: string, b: string): number {
  const [left, right] = [normalise(a), normalise(b)];
  if (left === undefined || right === undefined) return left ? 1 : right ? -1 : compareText(a, b);
  return comparePhp(left, right);
}

/** Whether Composer can order a version, unlike a named branch. */
export function isPackagistVersion(version: string): boolean {
  return normalise(version) !== undefined;
}

/** Four numbers or a date, then a stability with its number. `1.x-dev` is the last of its line. */
function normalise(version: string): string | undefined {
  const text = version
    .trim()
    .replace(/@(?:stable|rc|beta|alpha|dev)$/i, '')
    .replace(/\+.*$/, '');
  const byNumbers = numbered.exec(text);
  if (byNumbers) {
    const [, major = '0', minor = '.0', patch = '.0', fourth = '.0', ...rest] = byNumbers;
    return withStability(`${major}${minor}${patch}${fourth}`, rest);
  }
  const byDate = dated.exec(text);
  if (byDate) {
    const [, date = '', ...rest] = byDate;
    return withStability(date.replace(/\D/g, '.'), rest);
  }
  const line = branch.exec(text);
  if (!line) return undefined;
  const [, major = '0', ...rest] = line;
  return `${major}${rest.map((part) => (part ?? '.x').replace(/[x*]/i, '9999999')).join('')}-dev`;
}

function withStability(numbers: string, [stability, step, dev]: (string | undefined)[]): string {
  const word = stability?.toLowerCase() ?? '';
  if (word === 'stable') return numbers;
  const label = word && `-${stabilities[word] ?? word}${(step ?? '').replace(/^[.-]+/, '')}`;
  return `${numbers}${label}${dev ? '-dev' : ''}`;
}

const ranks: [prefix: string, rank: number][] = [
  ['dev', 0],
  ['alpha', 1],
  ['beta', 2],
  ['rc', 3],
  ['p', 5],
];
const NUMBER_RANK = 4;

/** `version_compare`: runs of digits as numbers, words by rank; numbers have a rank too. */
function comparePhp(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [one, other] = [left[i], right[i]];
    const difference =
      typeof one === 'string' || typeof other === 'string'
        ? rank(one) - rank(other)
        : compareNumerals(one ?? -1, other ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

function parts(version: string): (number | bigint | string)[] {
  return (version.match(/\d+|[a-z]+/g) ?? []).map((part) => (/^\d/.test(part) ? numeral(part) : part));
}

function rank(part: number | bigint | string | undefined): number {
  if (typeof part !== 'string') return NUMBER_RANK;
  return ranks.find(([prefix]) => part.startsWith(prefix))?.[1] ?? -1;
}
