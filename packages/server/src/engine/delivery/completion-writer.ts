import type { Pool } from 'pg';
import { isDatabaseUnavailable, isPartUnavailable } from '../../kit/db/index.ts';
import { completeAttempts } from './completion.repository.ts';
import type { Completion } from './completion.ts';
import type { Delivery } from './subscription.ts';

export interface CompletionWriterOptions {
  pool: Pool;
  nodeId: string;
  /** Whether this node takes on the next delivery of the same ordering key. */
  takesNext(completion: Completion): boolean;
  /**
   * `next`: deliveries leased to this node in the same statement; `isFenced`: they may belong to another node
   * by now.
   */
  onWritten(completions: Completion[], next: { deliveries: Delivery[]; isFenced: boolean }): void;
  onError(error: unknown): void;
  /** How long successes wait to be batched; 100 ms by default. */
  gatherMs?: number | undefined;
}

const MAX_BATCH = 500;
/**
 * Successes are batched until this long after the last statement, so that a receiver of a hundred events per
 * second costs ten statements, not a hundred. For that long after it arrived, a delivery may still show as
 * pending, and if the node is killed it may be sent again. The first after a pause is written at once.
 */
const GATHER_MS = 100;
/** A batch this large is written at any time. */
const ENOUGH = 64;
const RETRY_DELAY_MS = 250;
/**
 * A completion that the database refuses for its content, or because its rows are unavailable, is retried
 * after this delay without holding up others.
 */
const REFUSED_RETRY_MS = 5_000;

/**
 * Writes completed attempts in batches: those that end during a statement, or soon after the last one, share
 * the next. Failures, and completions that others wait for in order, are written at once, together with
 * everything waiting.
 */
export class CompletionWriter {
  readonly #options: CompletionWriterOptions;
  #waiting: Completion[] = [];
  readonly #refused = new Set<Completion>();
  /** How many of the waiting ones are in the current statement. */
  #underWay = 0;
  #writtenAt = Number.NEGATIVE_INFINITY;
  /** Write what is waiting without waiting for more. */
  #isUrgent = false;
  #isStopping = false;
  /** Ends the current wait for more. */
  #endWait: () => void = () => {};
  #flush: PromiseWithResolvers<void> | undefined;
  #writing: Promise<void> | undefined;
  #statements = 0;
  #isAbandoned = false;
  /** How many times the leases may have been taken over. */
  #fences = 0;
  /** The current statement and its follow-up. */
  #round: Promise<void> = Promise.resolve();

  constructor(options: CompletionWriterOptions) {
    this.#options = options;
  }

  get statements(): number {
    return this.#statements;
  }

  /** Completions that are not durable yet. */
  get pending(): number {
    return this.#waiting.length + this.#refused.size;
  }

  add(completion: Completion): void {
    this.#waiting.push(completion);
    if (!mayWait(completion) || this.#waiting.length - this.#underWay >= ENOUGH) this.#hurry();
    this.#writing ??= this.#writeAll();
  }

  /** Writes what is waiting at once. Resolves after the attempt, so that subsequent reads find it. */
  flush(): Promise<void> {
    if (this.#writing === undefined) return Promise.resolve();
    this.#flush ??= Promise.withResolvers();
    this.#hurry();
    return this.#flush.promise;
  }

  /** Resolves when everything added is durable. From now on nothing waits to be batched. */
  async drain(): Promise<void> {
    this.#isStopping = true;
    this.#hurry();
    while (this.#writing) await this.#writing;
  }

  /** Drops what is not written yet; its deliveries are found again by their leases. */
  abandon(): void {
    this.#isAbandoned = true;
  }

  /** Leases granted by the current statement may be taken over before its answer is read. */
  fence(): void {
    this.#fences++;
  }

  /** Resolves once the current statement was answered and its result handled. */
  settled(): Promise<void> {
    return this.#round;
  }

  async #writeAll(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0 && !this.#isAbandoned) {
      await this.#waitForMore();
      const flush = this.#flush;
      this.#flush = undefined;
      this.#isUrgent = this.#isStopping;
      try {
        const batch = this.#waiting.slice(0, endOfBatch(this.#waiting));
        this.#underWay = batch.length;
        this.#round = this.#writeBatch(batch);
        await this.#round;
      } catch (error) {
        this.#round = Promise.resolve();
        // The deliveries stay leased to this node, so waiting for the database loses nothing.
        this.#options.onError(error);
        this.#isUrgent = true;
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      }
      this.#underWay = 0;
      this.#writtenAt = performance.now();
      flush?.resolve();
    }
    this.#writing = undefined;
    this.#flush?.resolve();
    this.#flush = undefined;
  }

  async #waitForMore(): Promise<void> {
    const { gatherMs = GATHER_MS } = this.#options;
    const waitMs = this.#writtenAt + gatherMs - performance.now();
    if (this.#isUrgent || waitMs <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #hurry(): void {
    this.#isUrgent = true;
    this.#endWait();
  }

  async #writeBatch(batch: Completion[]): Promise<void> {
    const fences = this.#fences;
    const { written, deliveries } = await this.#writeTogether(batch);
    this.#waiting.splice(0, batch.length);
    this.#options.onWritten(written, { deliveries, isFenced: fences !== this.#fences });
  }

  /** What was written, and the deliveries leased with it. */
  async #writeTogether(batch: Completion[]): Promise<{ written: Completion[]; deliveries: Delivery[] }> {
    let parts: Completion[][];
    try {
      return { written: batch, deliveries: await this.#write(batch) };
    } catch (error) {
      if (isPartUnavailable(error))
        parts = [...Map.groupBy(batch, ({ delivery }) => delivery.event.orgId).values()];
      else if (isRefused(error)) parts = requestsIn(batch);
      else throw error;
    }
    // One receiver's response, one delivery's state, or an unavailable machine with some organizations' rows
    // must not keep the other attempts from being recorded.
    const written: Completion[] = [];
    const deliveries: Delivery[] = [];
    for (const part of parts) {
      try {
        deliveries.push(...(await this.#writeAlone(part)));
        written.push(...part);
      } catch (error) {
        if (!isRefused(error) && !isPartUnavailable(error)) throw error;
        this.#setAside(part, error);
      }
    }
    return { written, deliveries };
  }

  /** Without the receiver's response, if that is what the database cannot store. */
  async #writeAlone(request: Completion[]): Promise<Delivery[]> {
    try {
      return await this.#write(request);
    } catch (error) {
      if (!isRefused(error)) throw error;
      return this.#write(request.map((one) => ({ ...one, responseHeaders: null, responseBody: null })));
    }
  }

  #setAside(request: Completion[], error: unknown): void {
    this.#options.onError(error);
    for (const one of request) this.#refused.add(one);
    setTimeout(() => {
      for (const one of request) {
        this.#refused.delete(one);
        if (!this.#isAbandoned) this.add(one);
      }
    }, REFUSED_RETRY_MS).unref();
  }

  /** Returns the deliveries leased in the same statement. */
  async #write(batch: Completion[]): Promise<Delivery[]> {
    this.#statements++;
    const { pool, nodeId, takesNext } = this.#options;
    const sorted = inOrderOfCounts(batch);
    return completeAttempts(pool, sorted, { nodeId, takesNext });
  }
}

/** Nobody is waiting for a first attempt that succeeded. */
function mayWait({ next, attempt, subscription }: Completion): boolean {
  return next === 'done' && attempt === 1 && subscription.ordering === null;
}

/**
 * Class 22, data exception: a value that the database cannot store. Class 23: an integrity constraint
 * violation.
 */
function isRefused(error: unknown): boolean {
  return !isDatabaseUnavailable(error) && /^2[23]/.test(String((error as { code?: unknown }).code));
}

/** Ordered deliveries sent in one request are settled by one statement: each follows the one before it. */
function isOfRequest(one: Completion | undefined, before: Completion | undefined): boolean {
  return (
    one?.subscription.ordering != null &&
    one.subscription.id === before?.subscription.id &&
    one.attemptedAt === before.attemptedAt
  );
}

function endOfBatch(waiting: readonly Completion[]): number {
  let end = Math.min(waiting.length, MAX_BATCH);
  while (isOfRequest(waiting[end], waiting[end - 1])) end++;
  return end;
}

function requestsIn(batch: readonly Completion[]): Completion[][] {
  const requests: Completion[][] = [];
  for (const one of batch) {
    const last = requests.at(-1);
    if (isOfRequest(one, last?.at(-1))) last?.push(one);
    else requests.push([one]);
  }
  return requests;
}

/**
 * By subscription and end time: each statement then updates counters once per minute of attempts, and locks
 * in a fixed order.
 */
function inOrderOfCounts(batch: Completion[]): Completion[] {
  const endOf = (c: Completion) => c.attemptedAt + c.responseTimeMs;
  return batch.toSorted((a, b) => {
    const [first, second] = [a.delivery.subscriptionId, b.delivery.subscriptionId];
    return first === second ? endOf(a) - endOf(b) : first < second ? -1 : 1;
  });
}
