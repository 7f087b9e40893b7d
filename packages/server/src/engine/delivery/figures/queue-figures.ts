import type { Pool } from 'pg';

/** What waits for a subscription, and what died. */
export interface QueueFigure {
  pending: number;
  /** Id of the pending delivery whose event is the oldest; null when none waits. */
  oldestPending: string | null;
  dead: number;
}

interface PendingRow {
  subscription_id: string;
  pending: number;
  oldest: string;
}

export const nothingQueued: QueueFigure = { pending: 0, oldestPending: null, dead: 0 };

/** All of it together. */
export function sumQueueFigures(figures: Iterable<QueueFigure>): QueueFigure {
  const sum = { ...nothingQueued };
  for (const { pending, oldestPending, dead } of figures) {
    sum.pending += pending;
    sum.dead += dead;
    if (oldestPending !== null && (sum.oldestPending === null || oldestPending < sum.oldestPending)) {
      sum.oldestPending = oldestPending;
    }
  }
  return sum;
}

/** Of its time, the database is asked for one part in so many. */
const REST_FACTOR = 20;

/**
 * Counts what waits and what died, by subscription. The queue has no index by subscription for what is under way, so it is
 * counted as a whole: nearly always small, and quick. A long one takes long, and its count is used again for as many
 * times as long, so that asking costs the database a twentieth of its time at most, however many ask.
 */
export class QueueFigures {
  readonly #pool: Pool;
  #figures: Promise<ReadonlyMap<string, QueueFigure>> | undefined;
  #usableUntil = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** By subscription; those with nothing are missing. */
  read(): Promise<ReadonlyMap<string, QueueFigure>> {
    if (this.#figures !== undefined && performance.now() < this.#usableUntil) return this.#figures;
    const startedAt = performance.now();
    this.#usableUntil = Number.POSITIVE_INFINITY;
    const figures = this.#count();
    this.#figures = figures;
    figures.then(
      () => {
        const endedAt = performance.now();
        this.#usableUntil = endedAt + (endedAt - startedAt) * REST_FACTOR;
      },
      () => {
        this.#figures = undefined;
      },
    );
    return figures;
  }

  async #count(): Promise<ReadonlyMap<string, QueueFigure>> {
    const [pending, dead] = await Promise.all([
      this.#pool.query<PendingRow>(
        `select subscription_id, count(*) as pending, min(id::text collate "C") as oldest from deliveries group by 1`,
      ),
      this.#pool.query<{ subscription_id: string; dead: number }>(
        'select subscription_id, count(*) as dead from dead_letters group by 1',
      ),
    ]);
    const figures = new Map<string, QueueFigure>();
    for (const { subscription_id, pending: count, oldest } of pending.rows) {
      figures.set(subscription_id, { pending: count, oldestPending: oldest, dead: 0 });
    }
    for (const { subscription_id, dead: count } of dead.rows) {
      figures.set(subscription_id, { ...(figures.get(subscription_id) ?? nothingQueued), dead: count });
    }
    return figures;
  }
}
