import type { Notifications } from '../../../kit/db/index.ts';
import type { LogAppender } from '../../spine/index.ts';
import type { DeliveryEngine } from '../delivery-engine.ts';
import { subscriptionChannel } from './change-routes.ts';

/** Applies other nodes' changes to this node's memory. Call before `notifications.start()`. */
export function followSubscriptionChanges(
  notifications: Notifications,
  node: { appender: Pick<LogAppender, 'forgetRoutes'>; engine: DeliveryEngine },
): void {
  notifications.on(subscriptionChannel, (payload) => {
    const [orgId, subscriptionId] = payload.split(' ');
    if (!orgId || !subscriptionId) return;
    node.appender.forgetRoutes(orgId);
    void node.engine.subscriptionChanged(subscriptionId);
  });
  // Announcements sent while the connection was broken are lost; and if the database was down, so may be the
  // answers to commits that leased deliveries to this node.
  notifications.onReset(() => {
    void node.engine.allSubscriptionsChanged();
    node.engine.reconcile();
  });
}
