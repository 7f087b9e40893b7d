import type { JobHandler } from '../../engine/jobs/index.ts';
import type { AnyRoute } from '../../kit/http/index.ts';
import { runRoutes } from './runs/run.routes.ts';
import type { WorkflowService } from './workflow-service.ts';
import { removeRunsJob } from './workflows/delete-workflow.ts';
import { workflowRoutes } from './workflows/workflow.routes.ts';

export type { WorkflowService } from './workflow-service.ts';
export { MAX_WORKFLOWS } from './workflows/create-workflow.ts';

/** `service` is asked only when a request comes. */
export function workflowsRoutes(service: () => WorkflowService): AnyRoute[] {
  return [...workflowRoutes(service), ...runRoutes(service)];
}

export function workflowsJobs(service: Pick<WorkflowService, 'db'>): JobHandler[] {
  return [removeRunsJob(service)];
}
