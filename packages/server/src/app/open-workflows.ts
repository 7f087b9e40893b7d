import {
  createWorkflowEngine,
  publishEventAction,
  type WorkflowAction,
  WorkflowActions,
} from '../engine/workflows/index.ts';
import type { AreaPorts } from './start-areas.ts';

/** Workflows over what the areas can do: `offered` are the actions of the platforms. */
export function openWorkflows(ports: AreaPorts, offered: readonly WorkflowAction[] = []) {
  const { db, clock, log, jobs, spine } = ports;
  const { appender, unitOfWork, runWriter } = spine;
  const engine = createWorkflowEngine({
    db,
    clock,
    log,
    jobs,
    actions: new WorkflowActions([publishEventAction(appender), ...offered]),
    writer: runWriter,
  });
  return { db, clock, unitOfWork, appender, jobs, engine };
}
