import type { Area } from '../../engine/area.ts';
import { type WebhooksService, webhooksRoutes } from './routes.ts';

/** Subscriptions of all platforms, their deliveries, and links for who owns a receiver. */
export function openWebhooks(ports: WebhooksService): Area {
  return { routes: webhooksRoutes(() => ports) };
}
