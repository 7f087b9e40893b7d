/** One action as its workflow states it. */
export interface ActionStep {
  /** Names its result for later actions, and in the run. */
  id: string;
  action: string;
  /** JSONata over event and results; the action is skipped when it is not truthy. */
  when: string | null;
  /** A template: texts of the form `{{ expression }}` stand for what the expression selects. */
  input: Record<string, unknown>;
  /** Whether later actions go on after this one failed. */
  onError: 'stop' | 'continue';
}

export type StepStatus = 'succeeded' | 'skipped' | 'failed' | 'retrying' | 'not_run';

/** What an action of a run came to. */
export interface StepResult {
  id: string;
  action: string;
  status: StepStatus;
  /** What it was given; null when it did not come to that. */
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

/** Starts of a run that came to no end by themselves, after which it is not begun again. */
export const MAX_STARTS = 2;

export type RunStatus = 'queued' | 'succeeded' | 'failed' | 'loop_stopped';

/** The deepest run that still acts: what would be one below it is stopped. Source: decisions.md, Workflows. */
export const MAX_DEPTH = 8;

/** Where an event's metadata says how many runs led to it. */
export const DEPTH_FIELD = 'workflowDepth';
