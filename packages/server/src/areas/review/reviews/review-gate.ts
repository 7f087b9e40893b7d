export interface GateDecision {
  decision: 'approved' | 'rejected';
  reason: string;
}

/** Min. share of code that must have been read for an application to be approved automatically. */
const MIN_READ_PERCENT = 90;

/**
 * The gate's decision by the open findings of a whole review (critical, high, medium, low). With high but no
 * critical findings, or if too much code could not be read, it does not decide: a person has to.
 */
export function gateDecision(
  [critical = 0, high = 0]: readonly number[],
  codeReadPercent: number,
): GateDecision | undefined {
  if (critical > 0) return { decision: 'rejected', reason: `Open critical findings: ${critical}.` };
  if (high > 0 || codeReadPercent < MIN_READ_PERCENT) return undefined;
  return { decision: 'approved', reason: 'No open critical or high findings.' };
}
