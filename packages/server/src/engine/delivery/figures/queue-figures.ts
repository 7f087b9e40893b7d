import type { Pool } from 'pg';
import { actForAll } from '../../../kit/acting.ts';
import { type QueryRows, queryPool } from '../../../kit/db/index.ts';
import { countDead, countPending } from './queue.repository.ts';

/** Pending and dead deliveries of a subscription. */
export interface QueueFigure {
  pending: number;
  /** Id of the pending delivery with the oldest event; null when none is pending. */
  oldestPending: string | null;
  dead: number;
}

export const nothingQueued: QueueFigure = { pending: 0, oldestPending: null, dead: 0 };

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

/** The database spends at most one part in this many of its time on it. */
const REST_FACTOR = 20;

/**
 * Counts pending and dead deliveries by subscription. The queue has no index by subscription for deliveries
 * in flight, so all of it is counted: it is nearly always small, and counting is quick. When counting is
 * slow, the result is reused proportionally longer, so that this takes at most a twentieth of the database's
 * time, however many ask.
 */
export class QueueFigures {
  readonly #query: QueryRows;
  #figures: Promise<ReadonlyMap<string, QueueFigure>> | undefined;
  #usableUntil = 0;

  constructor(pool: Pool) {
    this.#query = queryPool(pool);
  }

  /** By subscription; those with none are missing. */
  read(): Promise<ReadonlyMap<string, QueueFigure>> {
    if (this.#figures !== undefined && performance.now() < this.#usableUntil) return this.#figures;
    const startedAt = performance.now();
    this.#usableUntil = Number.POSITIVE_INFINITY;
    const figures = actForAll(() => this.#count());
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
    const [pending, dead] = await Promise.all([countPending(this.#query), countDead(this.#query)]);
    const figures = new Map<string, QueueFigure>();
    for (const { subscriptionId, count, oldest } of pending) {
      figures.set(subscriptionId, { pending: count, oldestPending: oldest, dead: 0 });
    }
    for (const { subscriptionId, count } of dead) {
      figures.set(subscriptionId, { ...(figures.get(subscriptionId) ?? nothingQueued), dead: count });
    }
    return figures;
  }
}
