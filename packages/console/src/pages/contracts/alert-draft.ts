import type { Body } from '../../api/client.ts';
import { type Metric, metrics, type Rule } from './alert-words.ts';

/** A rule as entered in the form. */
export interface AlertDraft {
  name: string;
  metric: Metric;
  operator: string;
  /** Ratios are entered in percent. */
  threshold: string;
  /** Minutes. */
  window: string;
  event: string;
  severity: string;
  /** Minutes. */
  cooldown: string;
  url: string;
  recipients: string[];
  eventType: string;
}

type NewRule = Body<'createContractAlert'>;

export function draftOf(rule: Rule | undefined): AlertDraft {
  const condition = rule?.condition;
  const metric = (condition?.metric ?? 'failure_rate') as Metric;
  const action = (type: string) => rule?.actions.find((one) => one.type === type);
  return {
    name: rule?.rule_name ?? '',
    metric,
    operator: condition?.operator ?? 'greater_than',
    threshold: condition === undefined ? '' : String(shown(metric, condition.threshold)),
    window: condition === undefined ? '60' : String(condition.window_minutes ?? ''),
    event: condition?.event ?? '',
    severity: rule?.severity ?? 'warning',
    cooldown: rule?.cooldown_seconds ? String(rule.cooldown_seconds / 60) : '',
    url: action('webhook')?.url ?? '',
    recipients: action('email')?.recipients ?? [],
    eventType: action('event')?.event_type ?? '',
  };
}

function shown(metric: Metric, threshold: number): number {
  return metrics[metric].unit === 'share' ? Number((threshold * 100).toPrecision(12)) : threshold;
}

/** Whether the metric uses a time window. */
export function isWindowed(metric: Metric): boolean {
  return metrics[metric].of === 'window';
}

export function bodyOf(draft: AlertDraft): NewRule {
  const { metric, operator, window, event, url, recipients, eventType, cooldown } = draft;
  // Empty or invalid numbers are left for the service to reject: JSON has no NaN.
  const typed = Number(draft.threshold.trim().replace(',', '.'));
  const threshold = metrics[metric].unit === 'share' ? typed / 100 : typed;
  const actions: NewRule['actions'] = [];
  if (url.trim() !== '') actions.push({ type: 'webhook', url: url.trim() });
  if (recipients.length > 0) actions.push({ type: 'email', recipients });
  if (eventType.trim() !== '') actions.push({ type: 'event', event_type: eventType.trim() });
  return {
    rule_name: draft.name,
    condition: {
      metric,
      operator: operator as NewRule['condition']['operator'],
      threshold: Number(threshold.toPrecision(12)),
      ...(isWindowed(metric) && window !== '' && { window_minutes: Number(window) }),
      ...(metric === 'event_count' && event.trim() !== '' && { event: event.trim() }),
    },
    actions,
    severity: draft.severity as 'warning',
    ...(cooldown !== '' && { cooldown_seconds: Math.round(Number(cooldown) * 60) }),
  };
}
