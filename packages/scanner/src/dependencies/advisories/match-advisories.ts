import semver from 'semver';
import { isVersion, versionOrder } from '../versions/compare-version.ts';
import type { Advisory, AffectedRange } from './advisory.ts';

/**
 * Whether a version is in an advisory's ranges or list, by the order of its ecosystem. Branches are only compared
 * with the list.
 */
export function isAffected(advisory: Advisory, version: string): boolean {
  const compare = versionOrder(advisory.ecosystem);
  if (!compare) return advisory.versions.includes(version);
  if (advisory.versions.some((one) => one === version || compare(one, version) === 0)) return true;
  if (!isVersion(advisory.ecosystem, version)) return false;
  return advisory.ranges.some((range) => {
    const begun = range.introduced === '0' || compare(version, range.introduced) >= 0;
    if (!begun) return false;
    if (range.fixed !== null) return compare(version, range.fixed) < 0;
    return range.lastAffected === null || compare(version, range.lastAffected) <= 0;
  });
}

/** The lowest fix above this version, in the ranges that contain it; null if none is known. */
function fixedVersionOf(advisory: Advisory, version: string): string | null {
  const compare = versionOrder(advisory.ecosystem);
  if (!compare) return null;
  const fixes = advisory.ranges
    .filter((range): range is AffectedRange & { fixed: string } => range.fixed !== null)
    .filter((range) => compare(range.fixed, version) > 0)
    .filter((range) => range.introduced === '0' || compare(version, range.introduced) >= 0)
    .map((range) => range.fixed)
    .sort(compare);
  return fixes[0] ?? null;
}

const MAX_STEPS = 100;

/**
 * The first version from this one on that no hit affects, and preferably no other known advisory of the package. Null
 * if one of the hits has no fix.
 */
export function cleanVersion(
  hits: readonly Advisory[],
  known: readonly Advisory[],
  version: string,
): string | null {
  const fixed = stepUp(hits, version);
  return fixed === null ? null : (stepUp(known, fixed) ?? fixed);
}

function stepUp(advisories: readonly Advisory[], from: string): string | null {
  let candidate = from;
  for (let step = 0; step < MAX_STEPS; step++) {
    const hit = advisories.find((advisory) => isAffected(advisory, candidate));
    if (!hit) return candidate;
    const fixed = fixedVersionOf(hit, candidate);
    if (fixed === null) return null;
    candidate = fixed;
  }
  return null;
}

/** The highest version that fixes the last range of each; null if one has no fix. */
export function lastFix(advisories: readonly Advisory[]): string | null {
  const fixes = advisories.map(({ ranges }) => ranges.at(-1)?.fixed ?? null);
  const compare = versionOrder(advisories[0]?.ecosystem ?? '');
  if (fixes.includes(null) || !compare) return null;
  return (fixes as string[]).sort(compare).at(-1) ?? null;
}

/**
 * Whether every version that an npm or Cargo range allows is affected, so that any installation is. A range that also
 * allows an unaffected version is not reported, because a new installation takes that.
 */
export function rangeIsAffected(advisory: Advisory, range: string): boolean {
  if (advisory.ecosystem !== 'npm' && advisory.ecosystem !== 'crates.io') return false;
  const text = advisory.ecosystem === 'crates.io' && /^\d/.test(range) ? `^${range}` : range;
  const wanted = semver.validRange(text, { loose: true });
  if (!wanted || wanted === '*') return false;
  const lowest = semver.minVersion(wanted, { loose: true })?.version;
  if (!lowest || !isAffected(advisory, lowest)) return false;
  return advisory.ranges.some((one) => {
    if (!isAffected({ ...advisory, ranges: [one], versions: [] }, lowest)) return false;
    const end = one.fixed ?? one.lastAffected;
    if (end === null) return true;
    const parsed = semver.coerce(end)?.version;
    return parsed !== undefined && semver.gtr(parsed, wanted, { loose: true });
  });
}
