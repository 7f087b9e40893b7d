import { html, nothing, type TemplateResult } from 'lit-html';

const good = new Set([
  'active',
  'success',
  'completed',
  'confirmed',
  'deployed',
  'sent',
  'healthy',
  'succeeded',
  'analyzed',
  'approved',
  'running',
]);
const bad = new Set([
  'failed',
  'failing',
  'analysis_failed',
  'timed_out',
  'rejected',
  'dead',
  'disabled',
  'critical',
  'high',
  'cancelled',
  'unhealthy',
  'blocked',
]);

/** A word for a state, coloured by what it means. */
export function badge(state: string | null | undefined): TemplateResult | typeof nothing {
  if (state == null) return nothing;
  const tone = good.has(state) ? 'good' : bad.has(state) ? 'bad' : 'plain';
  return html`<span class="badge ${tone}">${state.replaceAll('_', ' ')}</span>`;
}

/** The state of a subscription in a word: one that is active and fails is no good news. */
export function healthOf({
  status,
  failing_since,
}: {
  status: string;
  failing_since: string | null;
}): string {
  return status === 'active' && failing_since !== null ? 'failing' : status;
}

/** A moment as people of this browser read it, exact in its title. */
export function moment(timestamp: string | null | undefined): TemplateResult | typeof nothing {
  if (timestamp == null) return nothing;
  return html`<time datetime=${timestamp} title=${timestamp}>${new Date(timestamp).toLocaleString()}</time>`;
}

/** JSON over several lines. */
export function json(value: unknown): TemplateResult {
  return html`<pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`;
}

/** US dollars. */
export function dollars(value: number | null | undefined): string {
  return value == null ? '' : value.toLocaleString(undefined, { style: 'currency', currency: 'USD' });
}
