import type { Delivery } from '../subscription.ts';
import type { BatchSetting } from './receiver-settings.ts';

/** Total payload of one batch; a single payload may be larger. */
export const MAX_BATCH_BYTES = 1_048_576;

/** Tracks how long the deliveries of a subscription with batches have waited for others. */
export class Gathering {
  readonly #since = new WeakMap<Delivery, number>();

  /** Times here and below are by `performance.now()`. */
  add(delivery: Delivery, atMs: number): void {
    this.#since.set(delivery, atMs);
  }

  /** Milliseconds until a batch may go, given how many deliveries there are and the first of them. */
  waitMs(
    { maxEvents, maxSeconds }: BatchSetting,
    ready: number,
    foremost: readonly (Delivery | undefined)[],
    atMs: number,
  ): number {
    if (ready >= maxEvents) return 0;
    const waits = foremost.map((delivery) =>
      delivery === undefined ? Number.POSITIVE_INFINITY : this.#left(delivery, maxSeconds, atMs),
    );
    return Math.min(...waits);
  }

  #left(delivery: Delivery, maxSeconds: number, atMs: number): number {
    const since = this.#since.get(delivery);
    return since === undefined ? 0 : Math.max(Math.ceil(since + maxSeconds * 1_000 - atMs), 0);
  }
}

/**
 * Whether a delivery may join this batch. Last attempts go alone, so that an event the receiver cannot
 * process does not take others with it to the dead letters.
 */
export function mayJoin(
  batch: readonly Delivery[],
  delivery: Delivery,
  { maxEvents }: BatchSetting,
  maxAttempts: number,
): boolean {
  const isAlone = (one: Delivery) => isLast(one, maxAttempts);
  if (batch.length >= maxEvents || isAlone(delivery) || batch.some(isAlone)) return false;
  const bytes = batch.reduce((sum, { event }) => sum + event.data.length, delivery.event.data.length);
  return bytes <= MAX_BATCH_BYTES;
}

function isLast({ attempts }: Delivery, maxAttempts: number): boolean {
  return maxAttempts > 1 && attempts + 1 >= maxAttempts;
}
