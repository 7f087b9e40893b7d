import { notFound } from '../../../kit/errors/index.ts';
import { changeRoutes } from './change-routes.ts';
import { subscriptionEvents } from './subscription-events.ts';
import type { SubscriptionPorts } from './subscription-ports.ts';
import { deleteSubscription as deleteRow } from './subscription-repository.ts';

/** Ends a subscription for good: what waits for it is not sent, its dead letters and log are gone. */
export async function deleteSubscription(ports: SubscriptionPorts, orgId: string, id: string): Promise<void> {
  await changeRoutes(ports, orgId, async (query) => {
    const deleted = await deleteRow(query, orgId, id);
    if (deleted === undefined) throw notFound('subscription');
    // The queue and the dead letters may be long, so they are removed bit by bit afterwards.
    await query('insert into deleted_subscriptions (id, deleted_at) values ($1, $2)', [
      id,
      new Date(ports.clock.now()),
    ]);
    return { value: undefined, subscriptionId: id, events: subscriptionEvents(deleted, 'deleted') };
  });
}
