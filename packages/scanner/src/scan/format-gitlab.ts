import type { Finding } from '../types/finding.ts';

// The report that GitLab's merge requests show (`artifacts:reports:codequality`): a subset of Code Climate's.

const severities = { critical: 'blocker', high: 'critical', medium: 'major', low: 'minor' } as const;

type Reported = Pick<
  Finding,
  | 'ruleId'
  | 'title'
  | 'description'
  | 'recommendation'
  | 'category'
  | 'severity'
  | 'fingerprint'
  | 'file'
  | 'line'
  | 'endLine'
>;

/** Findings in GitLab's format. GitLab compares the report with that of the target branch by fingerprint. */
export function formatGitLab(findings: readonly Reported[]): string {
  const issues = findings.map((finding) => ({
    type: 'issue',
    check_name: finding.ruleId,
    description: `${finding.title}. ${finding.description}`,
    content: { body: finding.recommendation },
    categories: [finding.category === 'security' ? 'Security' : 'Bug Risk'],
    severity: severities[finding.severity],
    fingerprint: finding.fingerprint,
    location: {
      path: finding.file,
      lines: { begin: Math.max(finding.line, 1), end: Math.max(finding.endLine, finding.line, 1) },
    },
  }));
  return JSON.stringify(issues);
}
