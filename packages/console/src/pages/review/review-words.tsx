import { Status } from '../../parts/status.tsx';
import type { SeverityCounts } from './severity.tsx';

const labels: Record<string, string> = {
  queued: 'Queued',
  running: 'Agents running',
  verifying: 'Being verified',
  completed: 'Done',
  completed_with_errors: 'Done, some agents failed',
  failed: 'Failed',
  timed_out: 'Timed out',
};

interface SomeReview {
  status: string;
  categories: object;
}

export function reviewState({ status }: Pick<SomeReview, 'status'>) {
  const tone = status === 'completed_with_errors' ? ({ tone: 'warn' } as const) : {};
  return <Status state={status} label={labels[status] ?? status} {...tone} />;
}

/** Sum of the open findings of all categories. */
export function openOf({ categories }: Pick<SomeReview, 'categories'>): SeverityCounts {
  const sum = { critical: 0, high: 0, medium: 0, low: 0 };
  for (const { findings } of Object.values(categories) as { findings: SeverityCounts }[]) {
    sum.critical += findings.critical;
    sum.high += findings.high;
    sum.medium += findings.medium;
    sum.low += findings.low;
  }
  return sum;
}

/** `security.access-control` as a readable name: `Access control`. */
export function agentName(id: string): string {
  const name = id.slice(id.indexOf('.') + 1).replaceAll('-', ' ');
  return (name.charAt(0).toUpperCase() + name.slice(1))
    .replace(/\bapi\b/i, 'API')
    .replace('Crypto transport', 'Cryptography and transport');
}
