import type { Pool } from 'pg';
import { type QueryRows, queryPool } from '../../../kit/db/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import { required } from '../../../kit/required.ts';
import type { SecretBox } from '../../../kit/secrets/index.ts';
import { hasReason } from '../completion.ts';
import { patternRegex } from '../pattern-regex.ts';
import { hiddenHeaders, openReceiver } from '../receiver/receiver.ts';
import { busyWithExpressions, TransformFailure } from '../receiver/transform.ts';
import {
  type AttemptInput,
  type AttemptInputs,
  prepareRequest,
  type SentRequest,
  signRequest,
} from '../request.ts';
import type { Face } from '../subscription.ts';
import type { SubscriptionName } from '../subscription-name.ts';
import { secretContext } from '../subscription-store.repository.ts';
import {
  type AttemptDetailRow,
  type AttemptFilter,
  type AttemptRow,
  attemptsOf,
  eventAt,
  isDead,
  listAttempts,
  liveDelivery,
  type SentWithRow,
  sentWith,
} from './attempt.repository.ts';
import { type CarriedDelivery, readBatches, toDelivered } from './batch-members.repository.ts';

/** The source of sample events. */
export const TEST_SOURCE = 'test';

/** An attempt as listed. Ids are UUIDs, times Unix milliseconds. */
export interface LoggedAttempt {
  deliveryId: string;
  eventName: string;
  attempt: number;
  isTest: boolean;
  succeeded: boolean;
  responseCode: number | null;
  responseTimeMs: number;
  attemptedAt: number;
  /** When it was due to be retried; null when it was not. */
  nextRetryAt: number | null;
  error: string | null;
}

export interface AttemptDetail extends LoggedAttempt {
  request: { url: string; headers: Record<string, string>; body: string };
  /** Null when no response head arrived; the body is the part that was kept. */
  response: { status: number; headers: Record<string, string>; body: Buffer } | null;
}

export interface DeliveryDetail {
  id: string;
  subscriptionId: string;
  face: Face;
  eventName: string;
  /** Null for a test delivery. */
  eventId: string | null;
  isTest: boolean;
  state: 'pending' | 'success' | 'dead' | 'failed';
  /** For a pending one. */
  nextAttemptAt: number | null;
  attempts: AttemptDetail[];
}

export interface LogFilter extends Omit<AttemptFilter, 'name'> {
  /** An event name or pattern. */
  event?: string | undefined;
}

/**
 * Reads the attempt log; the bytes of a request are rebuilt from the event and the settings it was sent with.
 */
export function createDeliveryLog({ pool, secretBox }: { pool: Pool; secretBox: SecretBox }) {
  const query = queryPool(pool);
  return {
    /** Attempts of a subscription, newest first. */
    async list(
      subscription: SubscriptionName,
      { event, ...filter }: LogFilter,
      page: { limit: number; offset: number },
    ): Promise<{ attempts: LoggedAttempt[]; total: number }> {
      const name = event === undefined ? undefined : patternRegex(event);
      const found = await listAttempts(query, subscription, { ...filter, name }, page);
      return { attempts: found.attempts.map(toLogged), total: found.total };
    },

    /** A delivery with all its attempts. Fails with `not_found` when it belongs to another organization. */
    get: (orgId: string, deliveryId: string) => readDelivery(query, secretBox, orgId, deliveryId),
  };
}

export type DeliveryLog = ReturnType<typeof createDeliveryLog>;

async function readDelivery(
  query: QueryRows,
  secretBox: SecretBox,
  orgId: string,
  deliveryId: string,
): Promise<DeliveryDetail> {
  const live = await liveDelivery(query, orgId, deliveryId);
  const attempts = await attemptsOf(query, orgId, deliveryId);
  const last = attempts.at(-1);
  const known = last ?? live;
  if (known === undefined) throw notFound('delivery');
  const revisions = [...new Set(attempts.map(({ revision }) => revision))];
  const origins = await sentWith(
    query,
    { orgId, id: known.subscription_id },
    revisions.length > 0 ? revisions : [1],
  );
  const [first] = origins;
  // The subscription was deleted, and nothing of a delivery can be shown without its secrets.
  if (first === undefined) throw notFound('delivery');
  const isTest = last?.kind === 'test';
  const event = known.position === null ? undefined : await eventAt(query, orgId, known.position);
  const state = live
    ? 'pending'
    : last?.succeeded
      ? 'success'
      : (await isDead(query, orgId, deliveryId))
        ? 'dead'
        : 'failed';
  const delivered = event && toDelivered(event);
  const isOfBatch = ({ revision, kind }: AttemptDetailRow) =>
    kind === 'event' && origins.some((origin) => origin.revision === revision && origin.receiver?.batch);
  const batches = await readBatches(query, attempts.filter(isOfBatch));
  const alone = delivered ? [{ deliveryId, eventName: known.event_name, event: delivered }] : [];
  return {
    id: deliveryId,
    subscriptionId: known.subscription_id,
    face: first.face,
    eventName: known.event_name,
    eventId: event?.id ?? null,
    isTest,
    state,
    nextAttemptAt: live?.next_attempt_at.getTime() ?? null,
    attempts: await Promise.all(
      attempts.map(async (row) => {
        const own = origins.find(({ revision }) => revision === row.revision);
        const origin = required(own, 'what an attempt was sent with');
        return {
          ...toLogged(row),
          request: await rebuildRequest(row, origin, batches.get(row) ?? alone, secretBox),
          response: toResponse(row),
        };
      }),
    ),
  };
}

function toLogged(row: AttemptRow): LoggedAttempt {
  return {
    deliveryId: row.delivery_id,
    eventName: row.event_name,
    attempt: row.attempt,
    isTest: row.kind === 'test',
    succeeded: row.succeeded,
    responseCode: row.response_code,
    responseTimeMs: row.response_time_ms,
    attemptedAt: row.attempted_at.getTime(),
    nextRetryAt: row.next_retry_at?.getTime() ?? null,
    error: row.error,
  };
}

/** The same input gives the same bytes, so this rebuilds what was sent then; secrets are hidden. */
async function rebuildRequest(
  row: AttemptDetailRow,
  origin: SentWithRow,
  carried: readonly CarriedDelivery[],
  secretBox: SecretBox,
): Promise<AttemptDetail['request']> {
  const subscription = subscriptionOf(row.subscription_id, origin, secretBox);
  const sent = { subscription, sentAt: row.attempted_at.getTime() };
  // A transformation that failed then is not retried: it might succeed today, but nothing was sent.
  if (hasReason(row.error, 'transform_failed')) return { url: origin.url, headers: {}, body: '' };
  const { headers, body } =
    row.request_body !== null
      ? signRequest([{ ...sent, ...sampleOf(row) }], row.request_body)
      : await prepareOrNothing(carried.map((one) => ({ ...sent, ...one })) as unknown as AttemptInputs);
  const hidden = origin.receiver === null ? {} : hiddenHeaders(origin.receiver);
  return { url: origin.url, headers: { ...headers, ...hidden }, body };
}

/** What could not be built was not sent. */
async function prepareOrNothing(inputs: AttemptInputs): Promise<SentRequest> {
  try {
    return await prepareRequest(inputs);
  } catch (error) {
    if (!(error instanceof TransformFailure)) throw error;
    if (error.isPassing) throw busyWithExpressions();
    return { headers: {}, body: '' };
  }
}

/** A subscription as it was at a revision. */
function subscriptionOf(
  id: string,
  { face, url, platform, receiver, ...origin }: SentWithRow,
  secretBox: SecretBox,
): AttemptInput['subscription'] {
  const keys = (origin.signing_keys ?? []).map((key) => withoutLaterEnd(key, origin.signing_key_version));
  return {
    id,
    face,
    url,
    platform,
    receiver: openReceiver(receiver, keys, id, secretBox),
    secrets: origin.secrets
      .map((secret) => withoutLaterEnd(secret, origin.secret_version))
      .map(({ version, sealed, expires_at }) => ({
        version,
        secret: secretBox.open(sealed, secretContext(id, version)),
        expiresAt: expires_at === null ? null : Date.parse(expires_at),
      })),
  };
}

/** Back then the current one had no end yet. */
function withoutLaterEnd<T extends { version: number; expires_at: string | null }>(
  one: T,
  current: number | null,
): T {
  return one.version === current ? { ...one, expires_at: null } : one;
}

/** What is known of a test delivery's sample: it used the delivery's own id. */
function sampleOf(row: AttemptDetailRow): CarriedDelivery & { test: true } {
  const occurredAt = row.attempted_at.getTime();
  const event = {
    id: row.delivery_id,
    orgId: row.org_id,
    position: -1,
    type: row.event_name,
    source: TEST_SOURCE,
    occurredAt,
    data: '',
  };
  return { deliveryId: row.delivery_id, eventName: row.event_name, event, test: true };
}

function toResponse(row: AttemptDetailRow): AttemptDetail['response'] {
  if (row.response_code === null) return null;
  return {
    status: row.response_code,
    headers: row.response_headers === null ? {} : JSON.parse(row.response_headers),
    body: row.response_body ?? Buffer.alloc(0),
  };
}
