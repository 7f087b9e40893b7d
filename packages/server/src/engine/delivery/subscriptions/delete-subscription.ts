import { notFound } from '../../../kit/errors/index.ts';
import { deleteAcknowledgement } from '../../acknowledgements/index.ts';
import { subscriptionId } from '../envelope.ts';
import { noteDeleted } from '../upkeep/deleted-subscription.repository.ts';
import { changeRoutes } from './change-routes.ts';
import { deleteSubscription as deleteRow } from './subscription.repository.ts';
import { subscriptionEvents } from './subscription-events.ts';
import type { SubscriptionPorts } from './subscription-ports.ts';

/** Deletes a subscription: waiting deliveries are not sent; its dead letters and log are gone. */
export async function deleteSubscription(ports: SubscriptionPorts, orgId: string, id: string): Promise<void> {
  await changeRoutes(ports, orgId, async (query) => {
    const deleted = await deleteRow(query, orgId, id);
    if (deleted === undefined) throw notFound('subscription');
    await deleteAcknowledgement(query, orgId, subscriptionId(deleted.face, id));
    // The queue and the dead letters may be long, so they are removed in batches afterwards.
    await noteDeleted(query, deleted, new Date(ports.clock.now()));
    return { value: undefined, subscriptionId: id, events: subscriptionEvents(deleted, 'deleted') };
  });
}
