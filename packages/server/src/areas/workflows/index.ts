export { openWorkflows, type WorkflowsPorts } from './area.ts';
export { workflowsRoutes } from './routes.ts';
export { MAX_WORKFLOWS } from './workflows/create-workflow.ts';
