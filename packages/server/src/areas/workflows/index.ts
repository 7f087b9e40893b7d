import type { JobHandler } from '../../engine/jobs/index.ts';
import type { WorkflowService } from './workflow-service.ts';
import { removeRunsJob } from './workflows/delete-workflow.ts';

export { workflowsRoutes } from './routes.ts';
export type { WorkflowService } from './workflow-service.ts';
export { MAX_WORKFLOWS } from './workflows/create-workflow.ts';

export function workflowsJobs(service: Pick<WorkflowService, 'db'>): JobHandler[] {
  return [removeRunsJob(service)];
}
