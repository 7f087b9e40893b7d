import semver from 'semver';
import { compareGem, isGemVersion } from './gem-version.ts';
import { compareMaven, isMavenVersion } from './maven-version.ts';
import { compareLabels, compareNuget, isNugetVersion } from './nuget-version.ts';
import { comparePackagist, isPackagistVersion } from './packagist-version.ts';
import { comparePep440, isPep440Version } from './pep440-version.ts';

/** Negative, zero or positive, as for `Array.sort`. */
type Compare = (a: string, b: string) => number;

interface Scheme {
  compare: Compare;
  isVersion: (text: string) => boolean;
}

const semantic: Scheme = { compare: compareSemver, isVersion: (text) => toSemver(text) !== undefined };

const schemes: Record<string, Scheme> = {
  npm: semantic,
  'crates.io': semantic,
  Go: semantic,
  Pub: { compare: comparePub, isVersion: semantic.isVersion },
  Hex: semantic,
  SwiftURL: semantic,
  CocoaPods: semantic,
  NuGet: { compare: compareNuget, isVersion: isNugetVersion },
  PyPI: { compare: comparePep440, isVersion: isPep440Version },
  Maven: { compare: compareMaven, isVersion: isMavenVersion },
  RubyGems: { compare: compareGem, isVersion: isGemVersion },
  Packagist: { compare: comparePackagist, isVersion: isPackagistVersion },
};

/** The order of versions in an ecosystem; undefined if it has none here. */
export function versionOrder(ecosystem: string): Compare | undefined {
  return schemes[ecosystem]?.compare;
}

/** Whether a text is a version in its ecosystem's order, not a branch, a URL or a placeholder. */
export function isVersion(ecosystem: string, text: string): boolean {
  return schemes[ecosystem]?.isVersion(text) ?? false;
}

/** Semantic Versioning 2.0.0, with a `v`, missing parts and build metadata allowed, as in Go and npm. */
export function compareSemver(a: string, b: string): number {
  const left = toSemver(a);
  const right = toSemver(b);
  if (left && right) return semver.compare(left, right);
  return left ? 1 : right ? -1 : a < b ? -1 : a > b ? 1 : 0;
}

/** Dart also orders builds: `1.0.0+1` comes after `1.0.0`. */
function comparePub(a: string, b: string): number {
  const [left, right] = [buildOf(a), buildOf(b)];
  const difference = compareSemver(a, b);
  if (difference !== 0 || left === right) return difference;
  if (left === '' || right === '') return left === '' ? -1 : 1;
  return compareLabels(left.split('.'), right.split('.'));
}

function buildOf(version: string): string {
  const plus = version.indexOf('+');
  return plus < 0 ? '' : version.slice(plus + 1).trim();
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
