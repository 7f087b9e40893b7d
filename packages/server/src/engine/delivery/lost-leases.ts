import type { Logger } from 'pino';
import type { CompletionWriter } from './completion-writer.ts';
import type { DueDeliveries } from './due-deliveries.repository.ts';
import type { HeldDeliveries } from './held-deliveries.ts';
import type { NodeLiveness } from './node-liveness.ts';

export interface LostLeasesOptions {
  due: DueDeliveries;
  held: HeldDeliveries;
  writer: CompletionWriter;
  liveness: NodeLiveness;
  log: Logger;
  /** A check is wanted: it runs between polls. */
  wake(): void;
}

/**
 * A commit whose answer was lost may become visible this much later: it may be waiting for a standby or a
 * lock.
 */
const UNCERTAIN_MS = 10_000;
const RECHECK_MS = 1_000;

/**
 * Frees leases that nobody serves: those of dead nodes, and rows leased to this node that it does not hold
 * (because the answer to a commit was lost).
 */
export class LostLeases {
  readonly #options: LostLeasesOptions;
  #isDue = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #uncertainUntil = Number.NEGATIVE_INFINITY;

  constructor(options: LostLeasesOptions) {
    this.#options = options;
  }

  /** Checks at the next poll. */
  checkSoon(): void {
    this.#isDue = true;
    this.#options.wake();
  }

  /** Checks periodically for a while: rows that this node does not hold may still appear in the database. */
  checkForAWhile(): void {
    this.#uncertainUntil = performance.now() + UNCERTAIN_MS;
  }

  /** Leases that stay lost delay only their own deliveries. */
  async checkIfDue(): Promise<void> {
    const now = performance.now();
    const isUncertain = now < this.#uncertainUntil && now - this.#lookedAt >= RECHECK_MS;
    if (!this.#isDue && !isUncertain) return;
    try {
      await this.look();
    } catch (error) {
      this.#options.log.warn({ err: error }, 'lost leases wait for the database');
      this.#isDue = true;
    }
  }

  /** Must not run during a claim, whose deliveries are not held yet. */
  async look(): Promise<void> {
    const { due, held, writer, liveness, log } = this.#options;
    this.#isDue = false;
    this.#lookedAt = performance.now();
    const takenOver = await due.takeOver(liveness.deadNodes());
    const leased = await due.leasedToThisNode();
    // What the current statement has leased is held only once its answer is read.
    await writer.settled().catch(() => undefined);
    const stray = leased.filter((id) => !held.has(id));
    await due.release(stray);
    if (takenOver + stray.length > 0)
      log.info({ taken_over: takenOver, stray: stray.length }, 'freed leases');
  }

  /** Releases leases. If that fails, the next check frees them. */
  async letGo(deliveryIds: string[]): Promise<void> {
    const { due, held, log } = this.#options;
    for (const id of deliveryIds) held.delete(id);
    try {
      await due.release(deliveryIds);
    } catch (error) {
      log.warn({ err: error }, 'leases wait to be given back');
      this.#isDue = true;
    }
  }
}
