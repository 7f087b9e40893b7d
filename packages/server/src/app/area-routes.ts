import { apiKeyRoutes, organizationRoutes } from '../areas/access/index.ts';
import { eventSubscriptionRoutes, eventsRoutes } from '../areas/events/index.ts';
import { webhooksRoutes } from '../areas/webhooks/index.ts';
import type { AnyRoute } from '../kit/http/index.ts';
import type { Engine } from './start-engine.ts';

/** Every area's rows of the route table. An area that is not listed here is not served. */
export function areaRoutes(engine: Engine): AnyRoute[] {
  const { db, clock, rateLimiter, authenticator, appender, eventReader, subscriptions } = engine;
  return [
    ...eventsRoutes({ appender, reader: eventReader }),
    ...eventSubscriptionRoutes({ subscriptions }),
    ...webhooksRoutes({ subscriptions }),
    ...apiKeyRoutes({ db, clock, onKeyChanged: (keyId) => authenticator.forget(keyId) }),
    ...organizationRoutes({
      db,
      limits: rateLimiter,
      readSubscriptionUse: async () => ({ active: 0, limit: 10 }),
    }),
  ];
}
