import type { Acknowledgements } from '../../engine/acknowledgements/index.ts';
import type { Jobs } from '../../engine/jobs/index.ts';
import type { AnyDatabase, LogAppender, UnitOfWork } from '../../engine/spine/index.ts';
import type { WorkflowEngine } from '../../engine/workflows/index.ts';
import type { Clock } from '../../kit/clock.ts';

/** Dependencies of the workflow use cases. */
export interface WorkflowService {
  db: AnyDatabase;
  clock: Clock;
  unitOfWork: UnitOfWork;
  appender: Pick<LogAppender, 'forgetRoutes'>;
  jobs: Jobs;
  acknowledgements: Acknowledgements;
  engine: Pick<WorkflowEngine, 'actions' | 'preview' | 'wake'>;
}

/** Whoever creates or changes a workflow: its actions may do no more than this key. */
export interface WorkflowMaker {
  /** UUID. */
  keyId: string;
  /** The environment the actions run in. */
  environment: string;
  may(scope: string): boolean;
}

/** The workflows a caller can see: those of its organization (a UUID). */
export interface WorkflowRange {
  orgId: string;
}
