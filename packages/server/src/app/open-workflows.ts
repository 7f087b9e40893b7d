import {
  createWorkflowEngine,
  publishEventAction,
  routeAction,
  type WorkflowAction,
  WorkflowActions,
} from '../engine/workflows/index.ts';
import type { AnyRoute } from '../kit/http/index.ts';
import type { AreaPorts } from './start-areas.ts';

/** What workflows can do by routes of the platforms: how the action and the parameters of the path are called. */
const offeredRoutes: Record<string, { name: string; params?: Record<string, string> }> = {
  createIngestionJob: { name: 'contracts.queue_ingestion' },
  enrichLead: { name: 'outreach.enrich_lead', params: { id: 'lead_id' } },
  scoreLead: { name: 'outreach.score_lead', params: { id: 'lead_id' } },
  queueCommunication: { name: 'outreach.queue_communication' },
};

/** Workflows over what the areas can do: `offered` are actions of the areas, `routes` those that may be offered. */
export function openWorkflows(
  ports: AreaPorts,
  offered: readonly WorkflowAction[] = [],
  routes: readonly AnyRoute[] = [],
) {
  const { settings, db, clock, log, jobs, spine, rateLimiter, idempotency } = ports;
  const { appender, unitOfWork, runWriter } = spine;
  const byRoute = routes.flatMap((route) => {
    const options = offeredRoutes[route.operationId];
    return options === undefined ? [] : [routeAction(route, idempotency, options)];
  });
  const engine = createWorkflowEngine({
    db,
    clock,
    log,
    jobs,
    actions: new WorkflowActions([publishEventAction(appender), ...offered, ...byRoute]),
    limiter: rateLimiter,
    retentionDays: settings.WORKFLOW_RUN_RETENTION_DAYS,
    writer: runWriter,
  });
  return { db, clock, unitOfWork, appender, jobs, engine };
}
