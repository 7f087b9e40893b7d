import semver from 'semver';
import { compareGem } from './gem-version.ts';
import { compareMaven } from './maven-version.ts';
import { comparePackagist } from './packagist-version.ts';
import { comparePep440 } from './pep440-version.ts';

/** Negative, zero or positive, as `Array.sort` wants it. */
type Compare = (a: string, b: string) => number;

const comparers: Record<string, Compare> = {
  npm: compareSemver,
  'crates.io': compareSemver,
  Go: compareSemver,
  Pub: compareSemver,
  Hex: compareSemver,
  SwiftURL: compareSemver,
  NuGet: compareNuget,
  PyPI: comparePep440,
  Maven: compareMaven,
  RubyGems: compareGem,
  Packagist: comparePackagist,
};

/** The order of two versions by the rules of their ecosystem; undefined for one that has none here. */
export function versionOrder(ecosystem: string): Compare | undefined {
  return comparers[ecosystem];
}

/** Semantic Versioning 2.0.0, with a `v`, missing parts and build metadata tolerated, as Go and npm do. */
export function compareSemver(a: string, b: string): number {
  const left = toSemver(a);
  const right = toSemver(b);
  if (left && right) return semver.compare(left, right);
  return left ? 1 : right ? -1 : a.localeCompare(b);
}

function toSemver(version: string): string | undefined {
  const plain = version
    .trim()
    .replace(/^[v=]+/, '')
    .replace(/\+.*$/, '');
  const padded = plain.replace(
    /^(\d+)(?:\.(\d+))?(?:\.(\d+))?/,
    (_, major, minor, patch) => `${BigInt(major)}.${BigInt(minor ?? 0)}.${BigInt(patch ?? 0)}`,
  );
  return semver.valid(padded, { loose: true }) ?? undefined;
}

/** NuGet: up to four numbers, then SemVer 2 labels without regard to case. */
export function compareNuget(a: string, b: string): number {
  const [left, right] = [splitNuget(a), splitNuget(b)];
  for (let i = 0; i < 4; i++) {
    const difference = (left.numbers[i] ?? 0) - (right.numbers[i] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.label === right.label) return 0;
  if (left.label === '') return 1;
  if (right.label === '') return -1;
  return semver.compare(`0.0.0-${left.label}`, `0.0.0-${right.label}`);
}

function splitNuget(version: string): { numbers: number[]; label: string } {
  const [core = '', ...label] = version
    .trim()
    .toLowerCase()
    .replace(/^v/, '')
    .replace(/\+.*$/, '')
    .split('-');
  return { numbers: core.split('.').map((part) => Number.parseInt(part, 10) || 0), label: label.join('-') };
}
