import type { Notifications } from '../../../kit/db/index.ts';
import type { LogAppender } from '../../spine/index.ts';
import type { DeliveryEngine } from '../delivery-engine.ts';
import { subscriptionChannel } from './change-routes.ts';

/** Brings changes that other nodes made into this node's memory. To be called before `notifications.start()`. */
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
  // What was announced while the connection was broken is lost; and if the database went away, so may be
  // the answers to commits that leased deliveries to this node.
  notifications.onReset(() => {
    void node.engine.allSubscriptionsChanged();
    node.engine.reconcile();
  });
}
