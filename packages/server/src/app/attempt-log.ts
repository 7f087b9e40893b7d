import { type Completion, deliveryTimeMs, subscriptionId } from '../engine/delivery/index.ts';
import { formatId } from '../kit/ids.ts';
import type { Outcome } from '../kit/net/index.ts';
import type { LineLog } from '../kit/observability/index.ts';
import type { Metrics } from './metrics/create-metrics.ts';

const results = { done: 'success', retry: 'retry', dead: 'dead' } as const;

/**
 * One wide log line, and the metrics, for each attempt. Leaves out the receiver's URL, which may contain a
 * token.
 */
export function watchAttempts(log: LineLog, metrics: Pick<Metrics, 'attemptDone' | 'delivered'>) {
  return (completion: Completion, outcome: Outcome): void => {
    const { delivery, attempt, next, ending, responseTimeMs } = completion;
    const { trace } = delivery.event;
    const traceId = trace?.isSampled ? trace.traceId : undefined;
    metrics.attemptDone(results[next], ending === 'success' ? undefined : ending, responseTimeMs, traceId);
    const deliveredInMs = next === 'done' && attempt === 1 ? deliveryTimeMs(completion) : null;
    if (deliveredInMs !== null) metrics.delivered(deliveredInMs, traceId);
    if (outcome.ok) {
      log.info(formatGood(completion), 'attempt');
      return;
    }
    log.info(
      {
        delivery_id: formatId('dlv', delivery.id),
        subscription_id: subscriptionId(completion.subscription.face, delivery.subscriptionId),
        org_id: formatId('org', delivery.event.orgId),
        event_id: formatId('evt', delivery.event.id),
        event: delivery.eventName,
        attempt,
        result: results[next],
        trace_id: trace?.traceId,
        response_code: completion.responseCode,
        duration_ms: completion.responseTimeMs,
        reason: outcome.reason,
        detail: outcome.logDetail,
        next_retry_at:
          completion.nextRetryAt === null ? undefined : new Date(completion.nextRetryAt).toISOString(),
      },
      'attempt',
    );
  };
}

/** Nearly all lines are for successful attempts, where only the event's name needs a serializer. */
function formatGood({ delivery, subscription, attempt, responseCode, responseTimeMs }: Completion): string {
  const { id, subscriptionId: subscriptionUuid, event, eventName } = delivery;
  return (
    `"delivery_id":"${formatId('dlv', id)}","subscription_id":"${subscriptionId(subscription.face, subscriptionUuid)}",` +
    `"org_id":"${formatId('org', event.orgId)}","event_id":"${formatId('evt', event.id)}","event":${JSON.stringify(eventName)},` +
    `"attempt":${attempt},"result":"success","response_code":${responseCode},"duration_ms":${responseTimeMs}` +
    (event.trace === undefined ? '' : `,"trace_id":"${event.trace.traceId}"`)
  );
}
