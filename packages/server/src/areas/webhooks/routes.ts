import type { AnyRoute } from '../../kit/http/index.ts';
import { type DeadLetterRoutesDeps, deadLetterRoutes } from './dead-letters/dead-letter.routes.ts';
import { type DeliveryRoutesDeps, deliveryRoutes } from './deliveries/delivery.routes.ts';
import { type DeliveryResendRoutesDeps, deliveryResendRoutes } from './deliveries/delivery-resend.routes.ts';
import { type DeliverySearchRoutesDeps, deliverySearchRoutes } from './deliveries/delivery-search.routes.ts';
import { type PortalLinkRoutesDeps, portalLinkRoutes } from './portal-links/portal-link.routes.ts';
import { type StatsRoutesDeps, statsRoutes } from './stats/stats.routes.ts';
import { type PreviewRoutesDeps, previewRoutes } from './subscriptions/preview.routes.ts';
import { signingKeyRoutes } from './subscriptions/signing-key.routes.ts';
import { type SubscriptionRoutesDeps, subscriptionRoutes } from './subscriptions/subscription.routes.ts';

/** Dependencies of subscriptions and delivery tracking. */
export type DeliveringService = SubscriptionRoutesDeps &
  DeliveryRoutesDeps &
  DeliverySearchRoutesDeps &
  DeliveryResendRoutesDeps &
  PreviewRoutesDeps &
  StatsRoutesDeps &
  DeadLetterRoutesDeps;

export type WebhooksService = DeliveringService & PortalLinkRoutesDeps;

/** The Webhooks API: one webhook infrastructure for all platforms. */
export function webhooksRoutes(service: () => WebhooksService): AnyRoute[] {
  return [...deliveringRoutes(service), ...portalLinkRoutes(service)];
}

/** Routes for subscriptions and delivery tracking. */
export function deliveringRoutes(service: () => DeliveringService): AnyRoute[] {
  return [
    ...subscriptionRoutes(service),
    ...signingKeyRoutes(service),
    ...previewRoutes(service),
    ...deliverySearchRoutes(service),
    ...deliveryResendRoutes(service),
    ...deliveryRoutes(service),
    ...deadLetterRoutes(service),
    ...statsRoutes(service),
  ];
}
