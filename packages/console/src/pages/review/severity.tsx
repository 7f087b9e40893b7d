import { plural } from '../../parts/format.tsx';
import { type Severity, severities } from './severities.ts';

export type SeverityCounts = Record<Severity, number>;

const letters: Record<Severity, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

/** The severity in a word; each has its own shade. */
export function SeverityBadge({ severity }: { severity: string }) {
  return <span className={`severity ${severity}`}>{letters[severity as Severity] ?? severity}</span>;
}

/** Count per severity, leaving out zeros. */
export function SeverityBar({ of, none = 'None' }: { of: SeverityCounts; none?: string }) {
  const found = severities.filter((severity) => of[severity] > 0);
  if (found.length === 0) return <span className="quiet">{none}</span>;
  return (
    <span className="severity-bar">
      {found.map((severity) => (
        <span
          className={`severity ${severity}`}
          key={severity}
          title={plural(of[severity], `${severity} finding`)}
        >
          {of[severity]} <span>{severity}</span>
        </span>
      ))}
    </span>
  );
}

export function sumOf(counts: SeverityCounts): number {
  return severities.reduce((sum, severity) => sum + counts[severity], 0);
}

/** `2 critical, 1 low`. */
export function formatCounts(counts: SeverityCounts): string {
  const found = severities.filter((severity) => counts[severity] > 0);
  return found.map((severity) => `${counts[severity]} ${severity}`).join(', ');
}
