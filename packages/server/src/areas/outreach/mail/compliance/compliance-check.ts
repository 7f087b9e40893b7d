/** One of the guard's rules and its finding. */
export interface ComplianceCheck {
  rule: ComplianceRule;
  result: 'passed' | 'warning' | 'blocked';
  severity: 'high' | 'medium' | 'low';
  /** One sentence. */
  detail: string;
}

export const complianceRules = [
  'suppression',
  'unsubscribe_link',
  'one_click_header',
  'postal_address',
  'honest_subject',
  'honest_from',
  'legal_basis',
  'unresolved_variables',
  'claims_without_evidence',
  'header_injection',
  'quiet_hours',
] as const;

export type ComplianceRule = (typeof complianceRules)[number];

export interface ComplianceVerdict {
  decision: 'allowed' | 'blocked';
  checks: ComplianceCheck[];
}

/** The verdict over all checks: a single block is decisive. */
export function verdictOf(checks: ComplianceCheck[]): ComplianceVerdict {
  return { decision: checks.some(({ result }) => result === 'blocked') ? 'blocked' : 'allowed', checks };
}

/** The first check that blocks. */
export function blockingCheck(verdict: ComplianceVerdict): ComplianceCheck | undefined {
  return verdict.checks.find(({ result }) => result === 'blocked');
}
