import { apiKeyRoutes, organizationRoutes } from '../areas/access/index.ts';
import type { AnyRoute } from '../kit/http/index.ts';
import type { Engine } from './start-engine.ts';

/** Every area's rows of the route table. An area that is not listed here is not served. */
export function areaRoutes(engine: Engine): AnyRoute[] {
  const { db, clock, rateLimiter, authenticator } = engine;
  return [
    ...apiKeyRoutes({ db, clock, onKeyChanged: (keyId) => authenticator.forget(keyId) }),
    ...organizationRoutes({
      db,
      limits: rateLimiter,
      readSubscriptionUse: async () => ({ active: 0, limit: 10 }),
    }),
  ];
}
