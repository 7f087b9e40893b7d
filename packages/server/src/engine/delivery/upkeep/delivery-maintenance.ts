import { queryPool } from '../../../kit/db/index.ts';
import { RepeatedTask } from '../../../kit/repeated-task.ts';
import { backfillBatch } from '../backfill/backfill-batch.ts';
import { replayBatch } from '../dead-letters/replay-batch.ts';
import type { DeliveryEngine } from '../delivery-engine.ts';
import { keepFigures } from '../figures/figures.repository.ts';
import { resendBatch } from '../resends/resend-batch.ts';
import type { SubscriptionStore } from '../subscription-store.repository.ts';
import type { RoutesPorts } from '../subscriptions/change-routes.ts';
import { keepAttemptPartitions } from './attempt-partitions.ts';
import { removeDeleted } from './deleted-subscription.repository.ts';
import { disableFailing } from './disable-failing.ts';
import { EndpointHealth } from './endpoint-health.ts';
import { JobPace } from './job-pace.ts';
import { noticeBlocked } from './notice-blocked.ts';
import { findOpenJobs } from './open-jobs.repository.ts';
import { removeOutdated } from './remove-outdated.repository.ts';

export interface DeliveryMaintenanceOptions extends RoutesPorts {
  engine: DeliveryEngine;
  store: SubscriptionStore;
  /** Days for which the attempt log is kept. */
  retentionDays: number;
  /** Days with nothing but failures after which a subscription is disabled. */
  disableAfterDays: number;
}

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Whoever stores a job wakes its own node; this is for jobs whose node went away. */
const JOBS_IDLE_MS = 5_000;

/**
 * Background work besides the deliveries themselves: bulk replays, resends and backfills, endpoint health
 * with its notices, and retention. Every node runs it; each unit of work is done by one of them.
 */
export class DeliveryMaintenance {
  readonly health: EndpointHealth;
  readonly #options: DeliveryMaintenanceOptions;
  readonly #jobs: RepeatedTask;
  readonly #tasks: RepeatedTask[];
  #stopping = false;

  constructor(options: DeliveryMaintenanceOptions) {
    this.#options = options;
    this.health = new EndpointHealth(options);
    options.engine.onCompleted((completions) => this.health.record(completions));
    const task = (what: string, everyMs: number, run: () => Promise<unknown>, idleMs = everyMs) =>
      new RepeatedTask({
        everyMs,
        idleMs,
        run,
        onError: (error) => options.log.warn({ err: error }, `${what} failed and is tried again`),
      });
    this.#jobs = task(
      'working on replays, resends and backfills',
      SECOND_MS,
      () => this.runJobs(),
      JOBS_IDLE_MS,
    );
    this.#tasks = [
      this.#jobs,
      task('noting endpoint health', SECOND_MS, () => this.health.flush()),
      task('looking after failing subscriptions', MINUTE_MS, () => this.disableFailing()),
      task('removing deleted subscriptions', MINUTE_MS, () => removeDeleted(options.pool)),
      task('retention of the delivery log', HOUR_MS, () => this.keepLog()),
      task('retention of statistics', HOUR_MS, () => keepFigures(options.pool, options.clock.now())),
    ];
  }

  /** Resolves once the attempt log has its partitions. */
  async start(): Promise<void> {
    this.#stopping = false;
    await this.keepLog();
    for (const task of this.#tasks) task.start();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#tasks.map((task) => task.stop()));
    // What is not recorded now will be by the next failure or success.
    await this.health.flush().catch(() => undefined);
  }

  /** A job was stored: start at once. */
  wake(): void {
    this.#jobs.wake();
  }

  /**
   * Processes open replays, resends and backfills in turns until there is nothing left for now, at a pace
   * that leaves time for live deliveries. Returns whether there was anything.
   */
  async runJobs(): Promise<boolean> {
    const { pool, store, clock, engine } = this.#options;
    const pace = new JobPace();
    for (let isFirst = true; !this.#stopping; isFirst = false) {
      const startedAt = performance.now();
      const open = await findOpenJobs(queryPool(pool));
      const replayed = open.replays ? await replayBatch(pool, clock.now()) : undefined;
      const resent = open.resends ? await resendBatch(pool, clock.now()) : undefined;
      const backfilled = open.backfills ? await backfillBatch(pool, store, clock.now()) : undefined;
      const done = [replayed, resent, backfilled].filter((queued) => queued !== undefined);
      if (done.length === 0) return !isFirst;
      engine.wake();
      const queued = done.reduce((sum, one) => sum + one, 0);
      await pace.rest(queued, performance.now() - startedAt);
    }
    return true;
  }

  async disableFailing(): Promise<void> {
    await this.health.noticeFailing();
    await noticeBlocked(this.#options);
    await disableFailing(this.#options, this.#options.disableAfterDays);
  }

  async keepLog(): Promise<void> {
    const { pool, clock, retentionDays } = this.#options;
    await keepAttemptPartitions(pool, { nowMs: clock.now(), retentionDays });
    await removeOutdated(pool, new Date(clock.now() - retentionDays * DAY_MS));
  }
}

export function createDeliveryMaintenance(options: DeliveryMaintenanceOptions): DeliveryMaintenance {
  return new DeliveryMaintenance(options);
}
