import type { Pool } from 'pg';
import type { Clock } from '../../../kit/clock.ts';
import { queryPool } from '../../../kit/db/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import { newUuid } from '../../../kit/ids.ts';
import { type StoredEvent, storedEventColumns } from '../../spine/index.ts';
import { type AttemptInput, formatStandard, prepareRequest, type SentRequest } from '../request.ts';
import { buildRoutes, matchEvent } from '../subscription-directory.ts';
import type { SubscriptionStore } from '../subscription-store.ts';
import type { SubscriptionRecord } from '../subscriptions/subscription-record.ts';
import { hiddenHeaders, plainReceiver } from './receiver.ts';
import { busyWithExpressions, checkTransform, TransformFailure } from './transform.ts';

export interface PreviewPorts {
  pool: Pool;
  clock: Clock;
  store: SubscriptionStore;
}

export type PreviewedSubscription = Pick<SubscriptionRecord, 'id' | 'orgId' | 'receiver'>;

export interface DeliveryPreview {
  eventName: string;
  /** What a transformation is given, as JSON text. */
  standardBody: string;
  /** What would be sent; null when it could not be made. */
  request: SentRequest | null;
  /** Why it could not. */
  error: string | null;
}

/**
 * What a subscription would be sent of a past event, whether it matches or not. Nothing is sent. `transform` stands for
 * the subscription's own.
 *
 * @throws AppError not_found, invalid_request
 */
export async function previewDelivery(
  { pool, clock, store }: PreviewPorts,
  record: PreviewedSubscription,
  { eventId, transform }: { eventId: string; transform?: string | null | undefined },
): Promise<DeliveryPreview> {
  const query = queryPool(pool);
  const sentAt = clock.now();
  const [subscription] = await store.withIds([record.id], sentAt, query);
  if (subscription?.orgId !== record.orgId) throw notFound('subscription');
  const [event] = await query<StoredEvent>(
    `select ${storedEventColumns} from events where id = $1 and org_id = $2`,
    [eventId, record.orgId],
  );
  if (event === undefined) throw notFound('event');
  if (transform) await checkTransform(record.orgId, transform);
  const [match] = matchEvent(buildRoutes([{ ...subscription, filter: null }]), event);
  const eventName = match?.eventName ?? event.type;
  const receiver =
    transform === undefined
      ? subscription.receiver
      : { ...(subscription.receiver ?? plainReceiver), transform };
  const input = {
    deliveryId: newUuid(sentAt),
    eventName,
    event,
    subscription: { ...subscription, receiver },
    sentAt,
  };
  const standardBody = formatStandard(input);
  return { eventName, standardBody, ...(await prepare(input, record)) };
}

async function prepare(
  input: AttemptInput,
  record: PreviewedSubscription,
): Promise<Pick<DeliveryPreview, 'request' | 'error'>> {
  try {
    const { headers, body } = await prepareRequest([input]);
    return { request: { headers: { ...headers, ...hiddenHeaders(record.receiver) }, body }, error: null };
  } catch (error) {
    if (!(error instanceof TransformFailure)) throw error;
    if (error.isPassing) throw busyWithExpressions();
    return { request: null, error: error.message };
  }
}
