import {
  apiKeyRoutes,
  createPortalKey,
  organizationRoutes,
  revokePortalKeys,
} from '../areas/access/index.ts';
import {
  type ContractsCore,
  type ContractsOperations,
  contractsCoreRoutes,
  contractsOperationsRoutes,
} from '../areas/contracts/index.ts';
import { eventLogRoutes, eventSubscriptionRoutes, eventsRoutes } from '../areas/events/index.ts';
import { outreachLeadsRoutes, outreachSendingRoutes } from '../areas/outreach/index.ts';
import { applicationReviewRoutes, type ReviewService } from '../areas/review/index.ts';
import { portalLinkRoutes, webhooksRoutes } from '../areas/webhooks/index.ts';
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
  return [
    ...eventsRoutes({ appender, reader: logs.reader }),
    ...eventLogRoutes({
      reader: logs.reader,
      log: logs.provableLog,
      feed: logs.feed,
      authenticator,
      deliveries: operations.eventDeliveries,
      runsOf: (event) => runsOfEvent(queryPool(pool), event),
    }),
    ...eventSubscriptionRoutes({ subscriptions }),
    ...webhooksRoutes({ subscriptions, ...operations }),
    ...portalLinkRoutes({
      subscriptions,
      clock,
      issueKey: (request) => createPortalKey(keys, request),
      revokeKeys: (orgId, subscriptionId) => revokePortalKeys(keys, orgId, subscriptionId),
      address: () => areas.publicAddress(),
    }),
    ...contractsCoreRoutes(areas.contracts?.core ?? ({} as ContractsCore)),
    ...contractsOperationsRoutes(areas.contractsOperations ?? ({} as ContractsOperations)),
    ...outreachLeadsRoutes(areas.outreachLeads ?? {}),
    ...outreachSendingRoutes(() => areas.outreachSending),
    ...applicationReviewRoutes({
      service: areas.review ?? ({} as ReviewService),
      reader: logs.reader,
      subscriptions,
    }),
    ...workflowsRoutes(() => areas.workflows),
    ...apiKeyRoutes(keys),
    ...organizationRoutes({
      db,
      limits: rateLimiter,
      readSubscriptionUse: (orgId) => subscriptions.use(orgId),
    }),
  ];
}
