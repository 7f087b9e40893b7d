import type { Pool } from 'pg';
import type { Clock } from '../../../kit/clock.ts';
import { queryPool } from '../../../kit/db/index.ts';
import { AppError, notFound } from '../../../kit/errors/index.ts';
import { newUuid } from '../../../kit/ids.ts';
import type { GuardedClient } from '../../../kit/net/index.ts';
import { sampleFor } from '../../catalog/index.ts';
import { isEventType, spineErrors } from '../../spine/index.ts';
import { sendSample } from '../attempt.ts';
import { errorText } from '../completion.ts';
import type { SubscriptionStore } from '../subscription-store.repository.ts';
import { insertTestAttempt } from './attempt.repository.ts';
import { TEST_SOURCE } from './delivery-log.ts';

export interface TestDeliveryPorts {
  pool: Pool;
  clock: Clock;
  client: GuardedClient;
  store: SubscriptionStore;
}

export interface TestResult {
  deliveryId: string;
  succeeded: boolean;
  responseCode: number | null;
  responseTimeMs: number;
  /** Deliberately coarse: it must not reveal the network behind the service. */
  error: string | null;
}

/**
 * Sends one sample event to a subscription of the organization, whatever its status, and waits for the
 * response. It is logged but never retried.
 *
 * @throws AppError not_found, invalid_event_type
 */
export async function sendTestDelivery(
  ports: TestDeliveryPorts,
  orgId: string,
  subscriptionId: string,
  eventName: string,
): Promise<TestResult> {
  if (!isEventType(eventName)) {
    throw new AppError(spineErrors.invalid_event_type, {
      message: '`event` must be one event type such as `contract.created`.',
      field: 'event',
    });
  }
  const query = queryPool(ports.pool);
  const sentAt = ports.clock.now();
  const [subscription] = await ports.store.withIds([subscriptionId], sentAt, query);
  if (subscription?.orgId !== orgId) throw notFound('subscription');
  const deliveryId = newUuid(sentAt);
  const { body, outcome } = await sendSample(ports.client, {
    deliveryId,
    eventName,
    subscription,
    sentAt,
    test: true,
    event: {
      // Not an event of the log: the sample uses the delivery's own id, from which the attempt log can
      // rebuild it.
      id: deliveryId,
      orgId,
      position: -1,
      type: eventName,
      source: TEST_SOURCE,
      occurredAt: sentAt,
      data: JSON.stringify(sampleFor(eventName) ?? sampleOfUnknown(eventName)),
    },
  });
  const result = {
    deliveryId,
    succeeded: outcome.ok,
    responseCode: outcome.status ?? null,
    responseTimeMs: Math.round(outcome.durationMs),
    error: errorText(outcome),
  };
  await insertTestAttempt(query, {
    org_id: orgId,
    subscription_id: subscriptionId,
    delivery_id: deliveryId,
    event_name: eventName,
    succeeded: result.succeeded,
    response_code: result.responseCode,
    response_time_ms: result.responseTimeMs,
    attempted_at: new Date(sentAt),
    error: result.error,
    revision: subscription.revision,
    request_body: body,
    response_headers: outcome.headers === undefined ? null : JSON.stringify(outcome.headers),
    response_body: outcome.body ?? null,
  });
  return result;
}

/** Only the publisher of such an event knows its payload, and the sample says so. */
function sampleOfUnknown(eventName: string): object {
  return {
    message: `A sample. \`${eventName}\` stands in no catalogue, so its real payload is whatever its publisher sends.`,
  };
}
