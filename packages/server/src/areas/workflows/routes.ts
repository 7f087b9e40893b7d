import type { AnyRoute } from '../../kit/http/index.ts';
import { runRoutes } from './runs/run.routes.ts';
import type { WorkflowService } from './workflow-service.ts';
import { workflowRoutes } from './workflows/workflow.routes.ts';

/** Workflows and their runs. */
export function workflowsRoutes(service: () => WorkflowService): AnyRoute[] {
  return [...workflowRoutes(service), ...runRoutes(service)];
}
