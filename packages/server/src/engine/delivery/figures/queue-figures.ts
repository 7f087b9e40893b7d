import type { Pool } from 'pg';
import { actForAll } from '../../../kit/acting.ts';
import { type QueryRows, queryPool } from '../../../kit/db/index.ts';
import { countDead, countPending } from './queue.repository.ts';

/** What waits for a subscription, and what died. */
export interface QueueFigure {
  pending: number;
  /** Id of the pending delivery whose event is the oldest; null when none waits. */
  oldestPending: string | null;
  dead: number;
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
  readonly #query: QueryRows;
  #figures: Promise<ReadonlyMap<string, QueueFigure>> | undefined;
  #usableUntil = 0;

  constructor(pool: Pool) {
    this.#query = queryPool(pool);
  }

  /** By subscription; those with nothing are missing. */
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
