export interface GateDecision {
  decision: 'approved' | 'rejected';
  reason: string;
}

/** Minimum percentage of code read for an application to pass without a person looking at it. */
const MIN_READ_PERCENT = 90;

/**
 * The gate's decision on a full review's open findings (critical, high, medium, low). Undefined if there are
 * high but no critical ones, or too much of the code could not be read: that is for a person to weigh.
 */
export function gateDecision(
  [critical = 0, high = 0]: readonly number[],
  codeReadPercent: number,
): GateDecision | undefined {
  if (critical > 0) return { decision: 'rejected', reason: `Open critical findings: ${critical}.` };
  if (high > 0 || codeReadPercent < MIN_READ_PERCENT) return undefined;
  return { decision: 'approved', reason: 'No open critical or high findings.' };
}
