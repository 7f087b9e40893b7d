import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { GroupCommit } from '../../kit/batching/index.ts';
import type { Clock } from '../../kit/clock.ts';
import { type QueryRows, rowsIn, transact } from '../../kit/db/index.ts';
import type { RateLimiter } from '../../kit/http/index.ts';
import { RepeatedTask } from '../../kit/repeated-task.ts';
import { defineJob, handleJob, type JobContext, type JobHandler, type Jobs } from '../jobs/index.ts';
import type { AnyDatabase, EventTraces } from '../spine/index.ts';
import { attemptRun, failRun, type SettledAttempt } from './attempt-run.ts';
import type { InputChecks } from './input-checks.ts';
import {
  claimDueRuns,
  countStart,
  type DueRun,
  readNextDue,
  readQueuedOrganizations,
  settleRuns,
  uncountStarts,
} from './run-queue.repository.ts';
import { StepCache } from './step-cache.ts';
import type { WorkPace } from './work-pace.ts';
import type { WorkflowActions } from './workflow-action.ts';

export interface RunQueueOptions {
  db: AnyDatabase;
  clock: Clock;
  log: Logger;
  jobs: Jobs;
  actions: WorkflowActions;
  checks: InputChecks;
  limiter: RateLimiter;
  /** How busy the node is with work that clients wait for. */
  pace: WorkPace;
  /** Unset: tracing is off. */
  traces?: EventTraces | undefined;
}

/** Concurrent runs of one organization: their writes share statements. */
const CONCURRENT_RUNS = 48;
const CLAIM_RUNS = 100;
/** Then the job ends and is requeued behind those of other organizations. */
const DRAIN_MS = 10_000;
/** Finds runs that were committed but not announced because their node died. */
const SWEEP_MS = 5_000;
const WAKE_AFTER_MS = 20;
/** While an action takes its time: checks for runs that other nodes committed. */
const RECHECK_MS = 1_000;
/** Failures of the service itself in one run, after which the run fails. */
const MAX_FAULTS = 5;

const drainRuns = defineJob<{ orgId: string }>('workflows.drain_runs');

/**
 * Performs queued runs. Across all nodes, one job at a time drains an organization, so runs need no leases;
 * if two ever overlap, every action has its idempotency key, and a run is settled once.
 */
export class RunQueue {
  readonly #options: RunQueueOptions;
  readonly #query: QueryRows;
  readonly #steps: StepCache;
  readonly #sweep: RepeatedTask;
  readonly #settling: GroupCommit<SettledAttempt, void>;
  /** Organizations that this node drains, and the callback for new arrivals. */
  readonly #draining = new Map<string, () => void>();
  /** Runs that could not be settled although this process is alive, and how often. */
  readonly #faults = new Map<string, number>();
  #waking = new Set<string>();
  #wakeTimer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: RunQueueOptions) {
    this.#options = options;
    this.#query = rowsIn(options.db);
    this.#steps = new StepCache(options.actions, options.checks);
    this.#settling = new GroupCommit({
      maxItems: 200,
      run: async (batch) => {
        await settleRuns(
          this.#query,
          batch.map(({ run }) => run),
          batch.flatMap(({ effects }) => effects),
        );
        return batch.map(() => undefined);
      },
    });
    this.#sweep = new RepeatedTask({
      everyMs: SWEEP_MS,
      run: () => this.#wakeDue(),
      onError: (error) => options.log.warn({ err: error }, 'queued workflow runs could not be looked for'),
    });
  }

  get handlers(): JobHandler[] {
    return [handleJob(drainRuns, ({ orgId }, context) => this.#drain(orgId, context))];
  }

  start(): void {
    this.#sweep.start();
    this.#sweep.wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#wakeTimer);
    await this.#sweep.stop();
    await this.#settling.drain();
  }

  /** Runs of the organization were committed. If this gets lost, the sweep finds them. */
  wake(orgId: string): void {
    const tell = this.#draining.get(orgId);
    if (tell !== undefined) {
      tell();
      return;
    }
    this.#waking.add(orgId);
    this.#wakeTimer ??= setTimeout(() => {
      this.#wakeTimer = undefined;
      const orgIds = [...this.#waking];
      this.#waking = new Set();
      this.#addJobs(orgIds).catch((error) => {
        if (!this.#isStopped) this.#options.log.warn({ err: error }, 'workflow runs wait for the next look');
      });
    }, WAKE_AFTER_MS);
  }

  async #addJobs(orgIds: readonly string[], runAt?: Date): Promise<void> {
    if (orgIds.length === 0) return;
    const { db, jobs } = this.#options;
    const later = runAt === undefined ? '' : ' later';
    await transact(db, (tx) =>
      jobs.addMany(
        tx,
        drainRuns,
        orgIds.map((orgId) => ({
          payload: { orgId },
          // A key of its own, so that a later check does not postpone one that is due.
          key: `workflows.drain_runs ${orgId}${later}`,
          queue: `workflows ${orgId}`,
          ...(runAt !== undefined && { runAt }),
        })),
      ),
    );
  }

  async #wakeDue(): Promise<void> {
    const now = this.#options.clock.now();
    const queued = await readQueuedOrganizations(this.#query);
    const due = queued.filter(({ orgId, dueAt }) => dueAt.getTime() <= now && !this.#draining.has(orgId));
    await this.#addJobs(due.map(({ orgId }) => orgId));
  }

  async #drain(orgId: string, { signal }: JobContext): Promise<void> {
    this.#draining.set(orgId, () => {});
    try {
      await this.#drainUntil(orgId, performance.now() + DRAIN_MS, signal);
    } finally {
      this.#draining.delete(orgId);
    }
    if (this.#isStopped || signal.aborted) return;
    const next = await readNextDue(this.#query, orgId);
    if (next !== undefined) await this.#addJobs([orgId], next);
  }

  async #drainUntil(orgId: string, until: number, signal: AbortSignal): Promise<void> {
    const { pace } = this.#options;
    const underWay = new Map<string, { run: DueRun; work: Promise<void> }>();
    const works = () => [...underWay.values()].map(({ work }) => work);
    let failure: unknown;
    const start = (run: DueRun) => {
      const work = this.#attempt(run)
        .catch((error) => {
          failure ??= error;
        })
        .finally(() => underWay.delete(run.runId));
      underWay.set(run.runId, { run, work });
    };
    const mayGoOn = () =>
      failure === undefined && performance.now() < until && !signal.aborted && !this.#isStopped;
    while (mayGoOn()) {
      const arrived = this.#nextArrival(orgId);
      const wanted = pace.batch(CLAIM_RUNS);
      const due = await this.#claim(orgId, [...underWay.keys()], wanted);
      for (const [i, run] of due.entries()) {
        // A run that was started before may have crashed its process: nothing else runs beside it.
        const beside = run.starts > 1 ? 0 : CONCURRENT_RUNS - 1;
        while (underWay.size > beside && mayGoOn()) await Promise.race([...works(), whenAborted(signal)]);
        if (!mayGoOn()) {
          await this.#forgetStarts(due.slice(i).filter(({ starts }) => starts === 1));
          break;
        }
        start(run);
        if (run.starts > 1) await Promise.race([...works(), whenAborted(signal)]);
      }
      if (due.length < wanted) {
        if (underWay.size === 0 && !arrived.happened()) break;
        await Promise.race([arrived.promise, ...works(), sleep(RECHECK_MS)]);
      }
      const [oldest] = due;
      await pace.rest(oldest === undefined ? 0 : this.#options.clock.now() - oldest.event.occurredAt);
    }
    await Promise.race([Promise.all(works()), whenAborted(signal)]);
    // Ended in an orderly way: this does not count against them when they are resumed.
    await this.#forgetStarts([...underWay.values()].map(({ run }) => run));
    if (failure !== undefined) throw failure;
  }

  async #forgetStarts(runs: readonly DueRun[]): Promise<void> {
    await uncountStarts(this.#query, runs);
  }

  async #claim(orgId: string, underWay: readonly string[], wanted: number): Promise<DueRun[]> {
    const due = await claimDueRuns(this.#query, orgId, underWay, wanted);
    await this.#steps.load(
      this.#query,
      orgId,
      due.map(({ workflowId, revision }) => ({ workflowId, revision })),
    );
    return due;
  }

  /** Reports when more runs of an organization being drained are committed on this node. */
  #nextArrival(orgId: string) {
    let happened = false;
    const promise = new Promise<void>((resolve) => {
      this.#draining.set(orgId, () => {
        happened = true;
        resolve();
      });
    });
    return { promise, happened: () => happened };
  }

  async #attempt(run: DueRun): Promise<void> {
    const { runId } = run;
    const faults = this.#faults.get(runId) ?? 0;
    try {
      await this.#attemptCounted(run, faults);
      this.#faults.delete(runId);
    } catch (error) {
      this.#faults.set(runId, faults + 1);
      throw error;
    }
  }

  async #attemptCounted(run: DueRun, faults: number): Promise<void> {
    const { clock, log, limiter, traces } = this.#options;
    const steps = this.#steps.get(run.workflowId, run.revision);
    // Deleted meanwhile, along with its runs.
    if (steps === undefined) return;
    if (faults >= MAX_FAULTS) return this.#settling.add(failRun(run, steps, clock.now()));
    // A retry after a failure in this process is not a new start: the earlier count still applies.
    const counted = faults > 0 ? { ...run, starts: Math.max(1, run.starts - 1) } : run;
    if (faults === 0 && run.starts > 1) await countStart(this.#query, run);
    const attempt = () => attemptRun(counted, steps, { query: this.#query, clock, log, limiter });
    const settled = await (traces === undefined
      ? attempt()
      : traces.follow(run.event, 'run workflow', attempt));
    await this.#settling.add(settled);
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
