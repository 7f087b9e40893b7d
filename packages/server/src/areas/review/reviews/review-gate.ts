export interface GateDecision {
  decision: 'approved' | 'rejected';
  reason: string;
}

/**
 * What the gate says to the open findings of a whole review (critical, high, medium, low). With high ones,
 * and no critical one, it says nothing: that is for a person to weigh.
 */
export function gateDecision([critical = 0, high = 0]: readonly number[]): GateDecision | undefined {
  if (critical > 0) return { decision: 'rejected', reason: `Open critical findings: ${critical}.` };
  if (high > 0) return undefined;
  return { decision: 'approved', reason: 'No open critical or high findings.' };
}
