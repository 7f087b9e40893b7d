import type { Logger } from 'pino';
import type { Acknowledgements } from '../../engine/acknowledgements/index.ts';
import type { Area } from '../../engine/area.ts';
import type { Jobs } from '../../engine/jobs/index.ts';
import type { AnyDatabase, LogAppender, UnitOfWork } from '../../engine/spine/index.ts';
import {
  createWorkflowEngine,
  publishEventAction,
  type RunWriter,
  routeActions,
  runGauges,
  type WorkflowAction,
  WorkflowActions,
} from '../../engine/workflows/index.ts';
import type { Clock } from '../../kit/clock.ts';
import type { AnyRoute, IdempotencyStore, RateLimiter } from '../../kit/http/index.ts';
import { workflowsRoutes } from './routes.ts';
import { removeRunsJob } from './workflows/delete-workflow.ts';

export interface WorkflowsPorts {
  db: AnyDatabase;
  clock: Clock;
  log: Logger;
  jobs: Jobs;
  unitOfWork: UnitOfWork;
  acknowledgements: Acknowledgements;
  appender: LogAppender;
  runWriter: RunWriter;
  /** Actions count against their organization's rate limits. */
  limiter: RateLimiter;
  idempotency: IdempotencyStore;
  /** The actions areas offer to workflows. */
  actions: readonly WorkflowAction[];
  /** Routes of the areas: each one with `workflow` is also an action. */
  routes: readonly AnyRoute[];
  /** How long finished runs are kept. */
  retentionDays: number;
}

/** Workflows built from the actions of the other areas. */
export function openWorkflows(ports: WorkflowsPorts): Area {
  const { db, clock, log, jobs, unitOfWork, appender, acknowledgements, limiter, retentionDays } = ports;
  const offered = [...ports.actions, ...routeActions(ports.routes, ports.idempotency)];
  const engine = createWorkflowEngine({
    db,
    clock,
    log,
    jobs,
    actions: new WorkflowActions([publishEventAction(appender), ...offered]),
    limiter,
    retentionDays,
    writer: ports.runWriter,
  });
  const service = { db, clock, unitOfWork, appender, jobs, engine, acknowledgements };
  return {
    routes: workflowsRoutes(() => service),
    figures: [runGauges],
    jobs: [...engine.jobHandlers, removeRunsJob(service)],
    start: () => engine.start(),
    stop: () => engine.stop(),
  };
}
