import type { Subscriptions } from '../../engine/delivery/index.ts';
import type { AnyRoute } from '../../kit/http/index.ts';
import { subscriptionRoutes } from './subscriptions/subscription.routes.ts';

export interface WebhooksDeps {
  subscriptions: Subscriptions;
}

/** The Webhooks API: one webhook infrastructure for all platforms. */
export function webhooksRoutes(deps: WebhooksDeps): AnyRoute[] {
  return [...subscriptionRoutes(deps.subscriptions)];
}
