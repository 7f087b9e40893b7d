/** An action as defined in its workflow. */
export interface ActionStep {
  /** Names its result for later actions, and in the run. */
  id: string;
  action: string;
  /** JSONata over event and results; the action is skipped when it is not truthy. */
  when: string | null;
  /** A template: texts of the form `{{ expression }}` are replaced by what the expression selects. */
  input: Record<string, unknown>;
  /** Whether later actions continue after this one failed. */
  onError: 'stop' | 'continue';
}

export type StepStatus = 'succeeded' | 'skipped' | 'failed' | 'retrying' | 'not_run';

/** The result of one action in a run. */
export interface StepResult {
  id: string;
  action: string;
  status: StepStatus;
  /** Its input; null when it was not reached. */
  input: unknown;
  result: Record<string, unknown> | null;
  error: StepError | null;
  /** ISO 8601. */
  finishedAt: string | null;
}

export interface StepError {
  code: string;
  message: string;
  field?: string;
}

/** A run is not started again after this many starts that did not finish by themselves. */
export const MAX_STARTS = 2;

export type RunStatus = 'queued' | 'succeeded' | 'failed' | 'loop_stopped';

/** The deepest run that still acts: anything below it is stopped. Source: decisions.md, Workflows. */
export const MAX_DEPTH = 8;

/** The metadata field with the length of the chain of runs that led to an event. */
export const DEPTH_FIELD = 'workflowDepth';
