export interface GateDecision {
  decision: 'approved' | 'rejected';
  reason: string;
}

/** The least of the code that must have been read before an application is let through unseen. */
const MIN_READ_PERCENT = 90;

/**
 * What the gate says to the open findings of a whole review (critical, high, medium, low). With high ones and no
 * critical one, or where too much of the code could not be read, it says nothing: that is for a person to weigh.
 */
export function gateDecision(
  [critical = 0, high = 0]: readonly number[],
  codeReadPercent: number,
): GateDecision | undefined {
  if (critical > 0) return { decision: 'rejected', reason: `Open critical findings: ${critical}.` };
  if (high > 0 || codeReadPercent < MIN_READ_PERCENT) return undefined;
  return { decision: 'approved', reason: 'No open critical or high findings.' };
}
