import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Job,
  Logger,
  type Runner,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger as Log } from 'pino';
import { RepeatedTask } from '../../kit/repeated-task.ts';
import type { NodeRegistry } from '../cluster/index.ts';
import { endGivenUp } from './given-up-jobs.ts';
import type { JobHandler } from './job.ts';
import { patientPool } from './patient-pool.ts';
import { noteError } from './repeated-error.ts';
import { countDue, createWorkerRegister } from './worker.repository.ts';

export interface JobRunnerOptions {
  /** A separate pool, since every worker may hold a connection. */
  pool: Pool;
  registry: NodeRegistry;
  log: Log;
  handlers: readonly JobHandler[];
  /** Concurrent jobs on this node. */
  concurrency: number;
  /** Called for each failed attempt, with the job kind's name. */
  onFailure?(job: string): void;
  /** Set when no other node uses the database: every lock then belongs to a dead worker. */
  isAlone: boolean;
}

/**
 * New jobs are announced at once, and a worker that finishes one looks for the next; polling finds only
 * retries, and jobs that waited for another of their queue on another node. One poll serves all workers.
 */
const CHECK_INTERVAL_MS = 2_000;
/** Per worker. */
const POLL_MS = 300_000;
const TAKE_OVER_EVERY_MS = 10_000;
/** A stop lets jobs continue for this long, then aborts their signal. */
const ABORT_AFTER_MS = 1_000;
/** Jobs still running by then are released for another run. */
const KILL_AFTER_MS = 3_000;

/** Creates or migrates the job library's tables. */
export async function migrateJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: quiet });
}

/** Runs jobs until stopped; releases the jobs of dead nodes. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #register: ReturnType<typeof createWorkerRegister>;
  readonly #takeOver: RepeatedTask;
  readonly #look: RepeatedTask;
  readonly #poolIds: string[] = [];
  #runner: Runner | undefined;
  #workers: WorkerPool | undefined;

  constructor(options: JobRunnerOptions) {
    const { registry, pool, log } = options;
    this.#options = options;
    this.#register = createWorkerRegister(pool, registry.nodeId);
    this.#takeOver = new RepeatedTask({
      everyMs: TAKE_OVER_EVERY_MS,
      run: async () => {
        // A node that was silent for seconds, and lives, was taken for dead by the others: they forgot its workers.
        await this.#register.add(this.#poolIds);
        await this.#register.releaseStrange(registry.aliveNodeIds());
        await endGivenUp(pool, options.handlers, (err, job) => log.warn({ err, job }, 'job not given up'));
      },
      onError: (error) => log.warn({ err: error }, 'jobs of dead workers could not be looked for'),
    });
    this.#look = new RepeatedTask({
      everyMs: CHECK_INTERVAL_MS,
      run: async () => {
        const due = await countDue(pool, options.concurrency);
        if (due > 0) this.#workers?.nudge(due);
      },
      onError: (error) => log.warn({ err: error }, 'due jobs could not be looked for'),
    });
    registry.onNodeDead((nodeId) => this.#register.release([nodeId]));
  }

  async start(): Promise<void> {
    const { pool, registry, handlers, concurrency, isAlone } = this.#options;
    if (isAlone) await this.#register.releaseAll();
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => {
      this.#poolIds.push(workerPool.id);
      this.#workers = workerPool;
    });
    this.#runner = await run({
      pgPool: patientPool(pool),
      taskList: this.#taskList(handlers),
      concurrency,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      parsedCronItems: [],
      logger: this.#logger(),
      events,
      preset: { worker: { gracefulShutdownAbortTimeout: ABORT_AFTER_MS } },
    });
    await this.#register.add(this.#poolIds);
    await this.#register.release(registry.otherNodes().flatMap((node) => (node.isAlive ? [] : node.nodeId)));
    this.#takeOver.start();
    this.#look.start();
  }

  /** Lets running jobs finish, aborts those that take too long, and releases the rest. */
  async stop(): Promise<void> {
    await Promise.all([this.#takeOver.stop(), this.#look.stop()]);
    const runner = this.#runner;
    this.#runner = undefined;
    if (runner === undefined) return;
    const stopped = runner.stop().then(
      () => true,
      () => true,
    );
    const isStopped = await Promise.race([stopped, wait(KILL_AFTER_MS, false, { ref: false })]);
    if (!isStopped)
      await Promise.race([runner.kill().catch(() => {}), wait(KILL_AFTER_MS, undefined, { ref: false })]);
    await this.#register.release([this.#options.registry.nodeId]).catch(() => {});
  }

  #taskList(handlers: readonly JobHandler[]): TaskList {
    return Object.fromEntries(
      handlers.map((handler) => [
        handler.kind.name,
        (payload: unknown, { job, abortSignal }) =>
          this.#attempt(handler, payload as object, { job, signal: abortSignal }),
      ]),
    ) as TaskList;
  }

  async #attempt(
    { kind, run, giveUp }: JobHandler,
    payload: object,
    { job, signal }: { job: Job; signal: AbortSignal },
  ): Promise<void> {
    const attempt = job.attempts;
    const isLastAttempt = attempt >= job.max_attempts;
    try {
      await run(payload, { attempt, isLastAttempt, signal });
    } catch (error) {
      const noted = noteError(error, job.last_error);
      const isOver = giveUp !== undefined && !signal.aborted && (isLastAttempt || noted.isRepeated);
      this.#options.onFailure?.(kind.name);
      this.#options.log.warn(
        { err: error, job: kind.name, attempt, isLastAttempt: isOver || isLastAttempt },
        'job failed',
      );
      // Once given up, it is done; if giving up fails, it is found again later.
      if (isOver) return giveUp(payload, { error });
      throw new Error(noted.text, { cause: error });
    }
  }

  /** Messages of the library other than job failures, which are logged above. */
  #logger(): Logger {
    const { log } = this.#options;
    return new Logger(() => (level, message) => {
      if (level === 'error' && !message.startsWith('Failed task')) log.warn({ part: 'jobs' }, message);
    });
  }
}

const quiet = new Logger(() => () => {});
