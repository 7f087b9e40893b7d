import type { Pool } from 'pg';
import type { Clock } from '../../../kit/clock.ts';
import { queryPool } from '../../../kit/db/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import { newUuid } from '../../../kit/ids.ts';
import { findEvent } from '../../spine/index.ts';
import { compileContentFilter } from '../content-filter.ts';
import { explainUnmatched, type UnmatchedReason } from '../log/event-deliveries.ts';
import { type AttemptInput, formatStandard, prepareRequest, type SentRequest } from '../request.ts';
import type { Subscription } from '../subscription.ts';
import { buildRoutes, matchEvent } from '../subscription-directory.ts';
import type { SubscriptionStore } from '../subscription-store.repository.ts';
import { checkFilter, checkPatterns, webhooksFieldNames } from '../subscriptions/check-input.ts';
import type { SubscriptionPlatform, SubscriptionRecord } from '../subscriptions/subscription-record.ts';
import { withoutUndefined } from './change-receiver.ts';
import { hiddenHeaders, plainReceiver } from './receiver.ts';
import type { ReceiverFormat } from './receiver-settings.ts';
import { busyWithExpressions, checkTransform, TransformFailure } from './transform.ts';

export interface PreviewPorts {
  pool: Pool;
  clock: Clock;
  store: SubscriptionStore;
}

/** Without an id, it does not exist yet. */
export type PreviewedSubscription = Pick<SubscriptionRecord, 'orgId' | 'receiver'> & { id?: string };

/** A past event, and settings that override the subscription's own; omitted ones are its own. */
export interface PreviewRequest {
  eventId: string;
  patterns?: string[] | undefined;
  platform?: SubscriptionPlatform | null | undefined;
  filter?: object | null | undefined;
  transform?: string | null | undefined;
  format?: ReceiverFormat | undefined;
}

export interface DeliveryPreview {
  /** Why the event would not be sent; undefined if it would be. */
  whyNot: UnmatchedReason | undefined;
  eventName: string;
  /** The transformation's input, as JSON text. */
  standardBody: string;
  /** What would be sent; null when it could not be built. */
  request: SentRequest | null;
  /** Why not. */
  error: string | null;
}

/**
 * What a subscription would be sent for a past event, whether or not it matches. Nothing is sent.
 *
 * @throws AppError not_found, invalid_request, invalid_event_type
 */
export async function previewDelivery(
  ports: PreviewPorts,
  record: PreviewedSubscription,
  wanted: PreviewRequest,
): Promise<DeliveryPreview> {
  const query = queryPool(ports.pool);
  const sentAt = ports.clock.now();
  const subscription = await withOverrides(await readOrDraft(ports, record, sentAt), wanted);
  const event = await findEvent(query, record.orgId, wanted.eventId);
  if (event === undefined) throw notFound('event', 'event_id');
  const reason = explainUnmatched(subscription, event);
  const [match] = matchEvent(buildRoutes([{ ...subscription, filter: null }]), event);
  const eventName = match?.eventName ?? event.type;
  const input = { deliveryId: newUuid(sentAt), eventName, event, subscription, sentAt };
  const whyNot = reason === 'matches_now' ? undefined : reason;
  return { whyNot, eventName, standardBody: formatStandard(input), ...(await prepare(input, record)) };
}

async function readOrDraft(
  { pool, store }: PreviewPorts,
  { id, orgId }: PreviewedSubscription,
  now: number,
): Promise<Subscription> {
  if (id === undefined) return { ...draft, id: newUuid(now), orgId };
  const [found] = await store.withIds([id], now, queryPool(pool));
  if (found?.orgId !== orgId) throw notFound('subscription');
  return found;
}

/**
 * A subscription that does not exist yet has no secret either, so its preview is signed with a throwaway one.
 */
const draft: Omit<Subscription, 'id' | 'orgId'> = {
  revision: 1,
  face: 'webhooks',
  url: '',
  patterns: ['*'],
  platform: null,
  status: 'active',
  filter: null,
  secrets: [{ version: 1, secret: 'preview', expiresAt: null }],
  maxConcurrency: 1,
  ratePerSecond: null,
  breaker: null,
  ordering: null,
  receiver: null,
};

async function withOverrides(
  subscription: Subscription,
  { patterns, platform, filter, transform, format }: PreviewRequest,
): Promise<Subscription> {
  if (transform) await checkTransform(subscription.orgId, transform);
  if (filter) checkFilter(filter);
  const changed = withoutUndefined({
    patterns: patterns && checkPatterns(patterns, webhooksFieldNames.patterns),
    platform,
    filter: filter && compileContentFilter(filter),
  });
  const receiver = withoutUndefined({ transform, format });
  return {
    ...subscription,
    ...changed,
    ...(Object.keys(receiver).length > 0 && {
      receiver: { ...(subscription.receiver ?? plainReceiver), ...receiver },
    }),
  };
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
