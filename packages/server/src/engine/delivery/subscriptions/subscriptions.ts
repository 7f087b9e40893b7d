import { type QueryRows, queryPool } from '../../../kit/db/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import { lockRoutes } from '../../spine/index.ts';
import { publishedKeys } from '../receiver/signing-key.repository.ts';
import { createSubscription, MAX_ACTIVE_EVENTS_SUBSCRIPTIONS } from './create-subscription.ts';
import { deleteSubscription } from './delete-subscription.ts';
import { pauseSubscription } from './pause-subscription.ts';
import { resumeSubscription } from './resume-subscription.ts';
import { rotateSecret } from './rotate-secret.ts';
import { rotateSigningKey } from './rotate-signing-key.ts';
import {
  countActive,
  findSubscription,
  listSubscriptions,
  type SubscriptionFilter,
} from './subscription.repository.ts';
import { readHealth } from './subscription-health.ts';
import type { SubscriptionPorts } from './subscription-ports.ts';
import type { NewSubscription, SubscriptionChange, SubscriptionRecord } from './subscription-record.ts';
import { updateSubscription } from './update-subscription.ts';

/**
 * All operations on subscriptions, for both APIs. Ids are UUIDs. A missing id, or another organization's,
 * fails with `not_found`.
 */
export function createSubscriptions(ports: SubscriptionPorts) {
  const query = queryPool(ports.pool);
  const now = () => new Date(ports.clock.now());
  return {
    create: (orgId: string, id: string, input: NewSubscription) =>
      createSubscription(ports, orgId, id, input),
    async get(orgId: string, id: string): Promise<SubscriptionRecord> {
      const record = await findSubscription(query, orgId, id, now());
      if (record === undefined) throw notFound('subscription');
      return record;
    },
    list: (orgId: string, filter: SubscriptionFilter, page: { limit: number; offset: number }) =>
      listSubscriptions(query, orgId, filter, page, now()),
    /** The health of each of these subscriptions of one organization, in the given order. */
    health: (records: readonly SubscriptionRecord[]) => readHealth(query, ports.queueFigures, records),
    /** How many active Events API subscriptions there are, and the maximum. */
    use: async (orgId: string) => ({
      active: await countActive(query, orgId, 'events'),
      limit: MAX_ACTIVE_EVENTS_SUBSCRIPTIONS,
    }),
    update: (orgId: string, id: string, input: SubscriptionChange) =>
      updateSubscription(ports, orgId, id, input),
    pause: (orgId: string, id: string) => pauseSubscription(ports, orgId, id),
    resume: (orgId: string, id: string) => resumeSubscription(ports, orgId, id),
    rotateSecret: (orgId: string, id: string, input: { secret: string; overlapSeconds: number }) =>
      rotateSecret(ports, orgId, id, input),
    rotateSigningKey: (orgId: string, id: string, overlapSeconds: number) =>
      rotateSigningKey(ports, orgId, id, overlapSeconds),
    /** The keys that receivers of a subscription of any organization verify with: they are public. */
    publishedKeys: (id: string) => publishedKeys(query, id, now()),
    /** Keeps it from being changed or deleted until the caller's transaction ends. */
    async hold(inTransaction: QueryRows, orgId: string, id: string): Promise<void> {
      await lockRoutes(inTransaction, orgId);
      const record = await findSubscription(inTransaction, orgId, id, now());
      if (record === undefined) throw notFound('subscription');
    },
    delete: (orgId: string, id: string) => deleteSubscription(ports, orgId, id),
  };
}

export type Subscriptions = ReturnType<typeof createSubscriptions>;
