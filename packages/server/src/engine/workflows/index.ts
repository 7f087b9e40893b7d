export { type ChangePorts, changeWorkflows } from './change-workflows.ts';
export { checkCondition, checkPermitted, checkSteps } from './check-steps.ts';
export { type EventRun, runsOfEvent } from './event-run.repository.ts';
export type { RunPreview } from './preview-run.ts';
export { publishEventAction } from './publish-event-action.ts';
export { routeActions } from './route-action.ts';
export { runGauges } from './run-gauges.repository.ts';
export { waitingRuns } from './waiting-runs.repository.ts';
export {
  type ActionStep,
  DEPTH_FIELD,
  MAX_DEPTH,
  type RunStatus,
  type StepError,
  type StepResult,
  type StepStatus,
} from './workflow.ts';
export { type ActionCall, type WorkflowAction, WorkflowActions } from './workflow-action.ts';
export {
  createRunWriter,
  createWorkflowEngine,
  type RunWriter,
  type WorkflowEngine,
} from './workflow-engine.ts';
export { workflowIdPrefixes } from './workflow-ids.ts';
