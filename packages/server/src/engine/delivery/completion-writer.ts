import type { Pool } from 'pg';
import { isDatabaseUnavailable, isPartUnavailable } from '../../kit/db/index.ts';
import { completeAttempts } from './completion.repository.ts';
import type { Completion } from './completion.ts';
import type { Delivery } from './subscription.ts';

export interface CompletionWriterOptions {
  pool: Pool;
  nodeId: string;
  /** Whether this node takes on the next delivery of the key that this one of its was in order by. */
  takesNext(completion: Completion): boolean;
  /** `next` are deliveries that were leased to this node with it; `isFenced` tells that they may be another's by now. */
  onWritten(completions: Completion[], next: { deliveries: Delivery[]; isFenced: boolean }): void;
  onError(error: unknown): void;
  /** How long successes wait for others; 100 ms unless told. */
  gatherMs?: number | undefined;
}

const MAX_BATCH = 500;
/**
 * Successes wait for others until so long after the last statement, so that a receiver that gets a hundred events a second
 * costs ten statements, not a hundred. So long after it arrived, a delivery may still read as pending, and a node that is
 * killed may have it sent again. The first after a pause is written at once.
 */
const GATHER_MS = 100;
/** So many are worth a statement at any time. */
const ENOUGH = 64;
const RETRY_DELAY_MS = 250;
/** One that the database refuses for what it is, or for where its rows are, waits so long, and holds up no other. */
const REFUSED_RETRY_MS = 5_000;

/**
 * Writes how attempts ended, in batches: those that end while a statement is under way, or soon after the last one, share
 * the next. Failures, and what others wait for in order, are written at once, with all that waits.
 */
export class CompletionWriter {
  readonly #options: CompletionWriterOptions;
  #waiting: Completion[] = [];
  readonly #refused = new Set<Completion>();
  /** Of those that wait, how many are in the statement under way. */
  #underWay = 0;
  #writtenAt = Number.NEGATIVE_INFINITY;
  /** What waits is written without waiting for more. */
  #isUrgent = false;
  #isStopping = false;
  /** Ends the wait for more that is under way. */
  #endWait: () => void = () => {};
  #flush: PromiseWithResolvers<void> | undefined;
  #writing: Promise<void> | undefined;
  #statements = 0;
  #isAbandoned = false;
  /** Counts how often the leases may have been taken over. */
  #fences = 0;
  /** The statement under way and what follows from it. */
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

  /** Writes at once what waits. Resolves when that was tried, so that whoever reads finds it. */
  flush(): Promise<void> {
    if (this.#writing === undefined) return Promise.resolve();
    this.#flush ??= Promise.withResolvers();
    this.#hurry();
    return this.#flush.promise;
  }

  /** Resolves when everything that was added is durable. From now on nothing waits for more. */
  async drain(): Promise<void> {
    this.#isStopping = true;
    this.#hurry();
    while (this.#writing) await this.#writing;
  }

  /** Gives up what is not written yet; its deliveries are found again by their leases. */
  abandon(): void {
    this.#isAbandoned = true;
  }

  /** Leases that a statement under way gets may be taken over before its answer is read. */
  fence(): void {
    this.#fences++;
  }

  /** Resolves when a statement that is under way now has been answered, and the answer was told of. */
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

  /** What was written, and the deliveries that were leased with it. */
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
    // What one receiver answered, what one delivery became, or a machine that is gone with the rows of some organizations,
    // must not keep the others' attempts from the log.
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

  /** Without what its receiver answered, where that is what the database cannot hold. */
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

  /** Answers the deliveries that were leased with it. */
  async #write(batch: Completion[]): Promise<Delivery[]> {
    this.#statements++;
    const { pool, nodeId, takesNext } = this.#options;
    const sorted = inOrderOfCounts(batch);
    return completeAttempts(pool, sorted, { nodeId, takesNext });
  }
}

/** Nobody waits for a first attempt that succeeded. */
function mayWait({ next, attempt, subscription }: Completion): boolean {
  return next === 'done' && attempt === 1 && subscription.ordering === null;
}

/** Class 22, data exception: a value that the database cannot hold. Class 23: one that does not go with what is there. */
function isRefused(error: unknown): boolean {
  return !isDatabaseUnavailable(error) && /^2[23]/.test(String((error as { code?: unknown }).code));
}

/** What goes in order and went in one request is settled by one statement: each follows the one before it. */
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

/** By subscription and end: each statement then writes once for the attempts of a minute, and locks in one order. */
function inOrderOfCounts(batch: Completion[]): Completion[] {
  const endOf = (c: Completion) => c.attemptedAt + c.responseTimeMs;
  return batch.toSorted((a, b) => {
    const [first, second] = [a.delivery.subscriptionId, b.delivery.subscriptionId];
    return first === second ? endOf(a) - endOf(b) : first < second ? -1 : 1;
  });
}
