import { formatId } from '../../kit/ids.ts';
import type { Outcome } from '../../kit/net/index.ts';
import type { OpenSpan, Tracing } from '../../kit/observability/index.ts';
import { subscriptionId } from './envelope.ts';
import type { Delivery, Subscription } from './subscription.ts';

/**
 * Begins the span of an attempt, as part of the trace of its event; of a batch, as part of the first one's with links to
 * the others. Undefined where traces are off, or nothing is known of the event's.
 */
export function startAttemptSpan(
  tracing: Tracing | undefined,
  deliveries: readonly Delivery[],
  subscription: Subscription,
): OpenSpan | undefined {
  if (tracing === undefined) return undefined;
  const [first, ...others] = deliveries;
  if (first?.event.trace === undefined) return undefined;
  return tracing.start('deliver', {
    kind: 'client',
    parent: first.event.trace,
    links: others.flatMap(({ event }) => event.trace ?? []),
    attributes: {
      'trivium.delivery.id': formatId('dlv', first.id),
      'trivium.event.id': formatId('evt', first.event.id),
      'trivium.event.type': first.event.type,
      'trivium.subscription.id': subscriptionId(subscription.face, subscription.id),
      'trivium.organization.id': formatId('org', subscription.orgId),
      'trivium.delivery.attempt': first.attempts + 1,
      'trivium.delivery.events': deliveries.length,
      // Without path and query, which may carry a token.
      'server.address': URL.parse(subscription.url)?.hostname ?? '',
      'http.request.method': 'POST',
    },
  });
}

export function endAttemptSpan(span: OpenSpan | undefined, outcome: Outcome): void {
  if (span === undefined) return;
  if (outcome.status !== undefined) span.set({ 'http.response.status_code': outcome.status });
  span.end(outcome.ok ? undefined : outcome.reason);
}
