import { formatId } from '../../kit/ids.ts';
import type { Outcome } from '../../kit/net/index.ts';
import type { OpenSpan, Tracing } from '../../kit/observability/index.ts';
import { subscriptionId } from './envelope.ts';
import type { Delivery, Subscription } from './subscription.ts';

/**
 * Starts the span of an attempt, as part of its event's trace; for a batch, as part of the first event's with
 * links to the others. Undefined when tracing is off or the event's trace is unknown.
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
      // Without path and query, which may contain a token.
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
