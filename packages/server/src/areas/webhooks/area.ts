import type { Area } from '../../engine/area.ts';
import { type WebhooksService, webhooksRoutes } from './routes.ts';

/** Subscriptions and their deliveries for all platforms, and portal links for receiver owners. */
export function openWebhooks(ports: WebhooksService): Area {
  return { routes: webhooksRoutes(() => ports) };
}
