import type { AnyRoute } from '../../kit/http/index.ts';
import { type DeadLetterRoutesDeps, deadLetterRoutes } from './dead-letters/dead-letter.routes.ts';
import { type DeliveryRoutesDeps, deliveryRoutes } from './deliveries/delivery.routes.ts';

export { type PortalLinkRoutesDeps, portalLinkRoutes } from './portal-links/portal-link.routes.ts';

import { subscriptionRoutes } from './subscriptions/subscription.routes.ts';

export { webhooksIdPrefixes } from './webhooks-ids.ts';

export type WebhooksDeps = DeliveryRoutesDeps & DeadLetterRoutesDeps;

/** The Webhooks API: one webhook infrastructure for all platforms. */
export function webhooksRoutes(deps: WebhooksDeps): AnyRoute[] {
  return [...subscriptionRoutes(deps.subscriptions), ...deliveryRoutes(deps), ...deadLetterRoutes(deps)];
}
