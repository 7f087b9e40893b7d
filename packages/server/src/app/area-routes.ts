import { accessRoutes, createPortalKey, revokePortalKeys } from '../areas/access/index.ts';
import { contractsRoutes } from '../areas/contracts/index.ts';
import { eventsRoutes } from '../areas/events/index.ts';
import { outreachRoutes } from '../areas/outreach/index.ts';
import { applicationReviewRoutes } from '../areas/review/index.ts';
import { webhooksRoutes } from '../areas/webhooks/index.ts';
import { workflowsRoutes } from '../areas/workflows/index.ts';
import { runsOfEvent } from '../engine/workflows/index.ts';
import { queryPool } from '../kit/db/index.ts';
import type { AnyRoute } from '../kit/http/index.ts';
import type { Engine } from './start-engine.ts';

/** Every area's rows of the route table. An area that is not listed here is not served. */
export function areaRoutes(engine: Engine): AnyRoute[] {
  const { db, pool, clock, rateLimiter, authenticator, spine, areas } = engine;
  const keys = { db, clock, onKeyChanged: (keyId: string) => authenticator.forget(keyId) };
  const { appender, logs, subscriptions, operations } = spine;
  const { reader } = logs;
  const events = {
    appender,
    reader,
    log: logs.provableLog,
    feed: logs.feed,
    authenticator,
    deliveries: operations.eventDeliveries,
    runsOf: (event: Parameters<typeof runsOfEvent>[1]) => runsOfEvent(queryPool(pool), event),
    subscriptions,
  };
  const webhooks = {
    ...operations,
    subscriptions,
    clock,
    issueKey: (request: Parameters<typeof createPortalKey>[1]) => createPortalKey(keys, request),
    revokeKeys: (orgId: string, id: string) => revokePortalKeys(keys, orgId, id),
    address: () => areas.publicAddress(),
  };
  const review = { ...areas.review, reader, subscriptions };
  const access = {
    ...keys,
    limits: rateLimiter,
    readSubscriptionUse: (orgId: string) => subscriptions.use(orgId),
  };
  const { contracts, contractsOperations, outreachLeads, outreachSending } = areas;
  return [
    ...eventsRoutes(() => events),
    ...webhooksRoutes(() => webhooks),
    ...contractsRoutes(() => ({ core: contracts.core, operations: contractsOperations })),
    ...outreachRoutes(() => ({ leads: outreachLeads, sending: outreachSending })),
    ...applicationReviewRoutes(() => review),
    ...workflowsRoutes(() => areas.workflows),
    ...accessRoutes(() => access),
  ];
}
