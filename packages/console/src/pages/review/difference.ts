import { severities } from './severities.ts';
import type { Finding } from './use-findings.ts';

export type Compared = Pick<
  Finding,
  'fingerprint' | 'rule_id' | 'severity' | 'file' | 'line' | 'snippet' | 'status'
>;

interface Difference<Of extends Compared> {
  new: Of[];
  fixed: Of[];
  unchanged: Of[];
  /** For unchanged findings that moved: their earlier version. */
  stood: Map<Of, Of>;
}

/**
 * Differences from an earlier review. Findings are matched by fingerprint, which has no line number; else by
 * rule and code in the same file; and across files where the service itself matched them. One that became
 * more severe counts as new.
 */
export function differenceOf<Of extends Compared>(now: readonly Of[], then: readonly Of[]): Difference<Of> {
  const left = new Set(then);
  const known = new Map<Of, Of>();
  for (const keyOf of [byPrint, byPlace, byCode]) {
    const before = Map.groupBy(left, keyOf);
    for (const one of now) {
      if (known.has(one) || (keyOf === byCode && one.status !== 'existing')) continue;
      const match = before.get(keyOf(one))?.find((other) => left.has(other) && !isGraver(one, other));
      if (match === undefined) continue;
      known.set(one, match);
      left.delete(match);
    }
  }
  return {
    new: now.filter((one) => !known.has(one)),
    fixed: [...left],
    unchanged: now.filter((one) => known.has(one)),
    stood: new Map([...known].filter(([one, was]) => one.file !== was.file || one.line !== was.line)),
  };
}

const byPrint = ({ fingerprint }: Compared) => fingerprint;
const byCode = ({ rule_id: rule, snippet }: Compared) => JSON.stringify([rule, snippet.trim()]);
const byPlace = (one: Compared) => JSON.stringify([one.file, byCode(one)]);

function isGraver(one: Compared, other: Compared): boolean {
  const rank = ({ severity }: Compared) => severities.indexOf(severity);
  return rank(one) < rank(other);
}
