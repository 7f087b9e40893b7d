import { compareNumerals, numeral } from './numeral.ts';

/** NuGet: up to four numbers, then case-insensitive SemVer 2 labels, in which leading zeros are allowed. */
export function compareNuget(a: string, b: string): number {
  const [left, right] = [split(a), split(b)];
  for (let i = 0; i < 4; i++) {
    const difference = compareNumerals(left.numbers[i] ?? 0, right.numbers[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return compareLabels(left.labels, right.labels);
}

/** Whether NuGet accepts a text as a version. */
export function isNugetVersion(version: string): boolean {
  return /^v?\d+(?:\.\d+){0,3}(?:-[\da-z-]+(?:\.[\da-z-]+)*)?(?:\+[\da-z.-]+)?$/i.test(version.trim());
}

function split(version: string): { numbers: (number | bigint)[]; labels: string[] } {
  const text = version.trim().toLowerCase().replace(/^v/, '').replace(/\+.*$/, '');
  const dash = text.indexOf('-');
  const core = dash < 0 ? text : text.slice(0, dash);
  return {
    numbers: core.split('.').map((part) => numeral(/^\d+/.exec(part)?.[0] ?? '0')),
    labels: dash < 0 ? [] : text.slice(dash + 1).split('.'),
  };
}

/** SemVer 2's order of labels: no label comes last, numbers come before words, and fewer labels before more. */
export function compareLabels(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Number(a.length === 0) - Number(b.length === 0);
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [one, other] = [a[i], b[i]];
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
    const [oneNumeric, otherNumeric] = [/^\d+$/.test(one), /^\d+$/.test(other)];
    if (oneNumeric !== otherNumeric) return oneNumeric ? -1 : 1;
    const difference = oneNumeric
      ? compareNumerals(numeral(one), numeral(other))
      : one < other
        ? -1
        : one > other
          ? 1
          : 0;
    if (difference !== 0) return difference;
  }
  return 0;
}
