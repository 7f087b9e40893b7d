import type { Logger } from 'pino';
import type { Clock } from '../../kit/clock.ts';
import { rowsIn } from '../../kit/db/index.ts';
import type { RateLimiter } from '../../kit/http/index.ts';
import type { JobHandler, Jobs } from '../jobs/index.ts';
import type { AnyDatabase, AppendParticipant, EventTraces } from '../spine/index.ts';
import { InputChecks } from './input-checks.ts';
import { type PreviewedRun, previewRun, type RunPreview } from './preview-run.ts';
import { createRunParticipant } from './run-participant.ts';
import { RunQueue } from './run-queue.ts';
import { createRunUpkeep } from './run-upkeep.ts';
import { WorkPace } from './work-pace.ts';
import type { WorkflowActions } from './workflow-action.ts';
import { WorkflowDirectory } from './workflow-directory.ts';

/** The half of the engine that the event log is built with: writes the runs of new events. */
export interface RunWriter {
  participant: AppendParticipant;
  pace: WorkPace;
  /** Which traces events belong to; unset: tracing is off. */
  traces: EventTraces | undefined;
  /** Sets the callback for committed runs. */
  follow(onRuns: (orgId: string) => void): void;
}

export function createRunWriter(traces?: EventTraces): RunWriter {
  const pace = new WorkPace();
  let tell: (orgId: string) => void = () => {};
  const participant = createRunParticipant({
    directory: new WorkflowDirectory(),
    onRuns: (orgId) => tell(orgId),
    pace,
  });
  return {
    participant: participant as AppendParticipant,
    pace,
    traces,
    follow: (onRuns) => {
      tell = onRuns;
    },
  };
}

export interface WorkflowEngineOptions {
  db: AnyDatabase;
  clock: Clock;
  log: Logger;
  jobs: Jobs;
  actions: WorkflowActions;
  /** Actions count against their organization's limits. */
  limiter: RateLimiter;
  /** How long finished runs are kept. */
  retentionDays: number;
  writer: RunWriter;
}

/** The half that performs the runs. */
export interface WorkflowEngine {
  actions: WorkflowActions;
  jobHandlers: JobHandler[];
  /** What a workflow would do for a past event; no action is performed. */
  preview(wanted: PreviewedRun): Promise<RunPreview>;
  /** A finished run was requeued. */
  wake(orgId: string): void;
  start(): void;
  stop(): Promise<void>;
}

export function createWorkflowEngine(options: WorkflowEngineOptions): WorkflowEngine {
  const { writer, actions, clock, log } = options;
  const checks = new InputChecks(actions);
  const queue = new RunQueue({ ...options, checks, pace: writer.pace, traces: writer.traces });
  const upkeep = createRunUpkeep(rowsIn(options.db), options);
  writer.follow((orgId) => queue.wake(orgId));
  return {
    actions,
    jobHandlers: queue.handlers,
    preview: (wanted) => {
      const onFault = (error: unknown) => log.warn({ err: error }, 'preview of a workflow failed');
      return previewRun(wanted, { actions, checks, clock, onFault });
    },
    wake: (orgId) => queue.wake(orgId),
    start: () => {
      queue.start();
      upkeep.start();
    },
    stop: async () => {
      await Promise.all([queue.stop(), upkeep.stop()]);
    },
  };
}
