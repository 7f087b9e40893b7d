import type { QueryRows } from '../../../kit/db/index.ts';
import { AppError } from '../../../kit/errors/index.ts';
import { checkQuota } from '../../quotas/index.ts';
import { insertBackfill } from '../backfill/backfill.repository.ts';
import { deliveryErrors } from '../delivery-errors.ts';
import { changeReceiver, checkReceiver } from '../receiver/change-receiver.ts';
import { ensureSigningKey } from '../receiver/signing-keys.ts';
import { secretContext } from '../subscription-store.repository.ts';
import { mergeOrdering, refuseWithBackfill } from './change-ordering.ts';
import { changeRoutes } from './change-routes.ts';
import {
  checkFilter,
  checkPatterns,
  checkPlatform,
  checkUrl,
  eventsFieldNames,
  webhooksFieldNames,
} from './check-input.ts';
import {
  countActive,
  findSubscription,
  insertRevision,
  insertSubscription,
} from './subscription.repository.ts';
import { subscriptionEvents } from './subscription-events.ts';
import type { SubscriptionPorts } from './subscription-ports.ts';
import type { NewSubscription, SubscriptionRecord } from './subscription-record.ts';
import { insertSecret } from './subscription-secret.repository.ts';

/** Source: interface.md, Limits. Applies only to the Events API. */
export const MAX_ACTIVE_EVENTS_SUBSCRIPTIONS = 10;

/**
 * Creates a subscription with the given id; every event published after it resolves is matched against it. A
 * second call with the same id returns what the first one created.
 *
 * @throws AppError invalid_request, invalid_event_type, subscription_limit_reached, quota_reached
 */
export async function createSubscription(
  ports: SubscriptionPorts,
  orgId: string,
  id: string,
  input: NewSubscription,
): Promise<SubscriptionRecord> {
  const record = await toRecord(ports, orgId, id, input);
  const made = await changeRoutes(ports, orgId, async (query) => {
    const earlier = await findSubscription(query, orgId, id, record.createdAt);
    if (earlier) return { value: earlier, subscriptionId: undefined };
    if (record.face === 'events') await requireFreePlace(query, orgId);
    if (!(await insertSubscription(query, record))) {
      throw new AppError('conflict', { message: 'A subscription with this id exists.' });
    }
    await checkQuota(query, orgId, 'subscriptions');
    const sealed = ports.secretBox.seal(input.secret, secretContext(id, 1));
    await insertSecret(query, record, { version: 1, sealed, createdAt: record.createdAt });
    if (record.receiver.signature) await ensureSigningKey(query, ports.secretBox, record, record.createdAt);
    await insertRevision(query, record, 1);
    if (input.backfillFrom !== undefined) {
      const backfill = { subscriptionId: id, orgId, since: input.backfillFrom, now: record.createdAt };
      await insertBackfill(query, backfill);
    }
    return { value: record, subscriptionId: id, events: subscriptionEvents(record, 'created') };
  });
  if (input.backfillFrom !== undefined) ports.onJob?.();
  return made;
}

/** Call while the routes are locked, so that the count is exact. */
export async function requireFreePlace(query: QueryRows, orgId: string): Promise<void> {
  if ((await countActive(query, orgId, 'events')) < MAX_ACTIVE_EVENTS_SUBSCRIPTIONS) return;
  throw new AppError(deliveryErrors.subscription_limit_reached, {
    message: `An organization has at most ${MAX_ACTIVE_EVENTS_SUBSCRIPTIONS} active subscriptions of the Events API. Delete one, or use the Webhooks API.`,
  });
}

async function toRecord(
  ports: SubscriptionPorts,
  orgId: string,
  id: string,
  input: NewSubscription,
): Promise<SubscriptionRecord> {
  const fields = input.face === 'events' ? eventsFieldNames : webhooksFieldNames;
  const patterns = checkPatterns(input.patterns, fields.patterns);
  const platform = input.platform ?? null;
  checkPlatform(platform, patterns, fields.patterns);
  if (input.filter) checkFilter(input.filter);
  const ordering = mergeOrdering(null, input.ordering, fields);
  if (ordering !== null && input.backfillFrom !== undefined) refuseWithBackfill();
  await checkUrl(ports.policy, input.url, fields.url);
  const wanted = await checkReceiver(ports, { orgId, id }, input.receiver ?? {});
  const receiver = changeReceiver({}, wanted);
  const now = new Date(ports.clock.now());
  return {
    id,
    orgId,
    face: input.face,
    name: input.name,
    url: input.url,
    patterns,
    platform,
    status: 'active',
    filter: input.filter ?? null,
    maxConcurrency: input.maxConcurrency ?? null,
    ratePerSecond: input.ratePerSecond ?? null,
    breaker: input.breaker ?? null,
    ordering,
    receiver,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    failingSince: null,
    disabledReason: null,
    backfill:
      input.backfillFrom === undefined
        ? null
        : { since: new Date(input.backfillFrom), queued: 0, finishedAt: null },
    previousSecretExpiresAt: null,
  };
}
