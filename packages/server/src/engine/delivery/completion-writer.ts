import type { Pool } from 'pg';
import {
  BinaryQuery,
  byteaArray,
  float8Array,
  int4Array,
  isDatabaseUnavailable,
  textArray,
  uuidArray,
} from '../../kit/db/index.ts';
import { type Completion, deliveryTimeMs } from './completion.ts';
import { countedAt, FIGURES_LENGTH } from './figures/attempt-figures.ts';

export interface CompletionWriterOptions {
  pool: Pool;
  nodeId: string;
  onWritten(completions: Completion[]): void;
  onError(error: unknown): void;
}

const MAX_BATCH = 500;
const RETRY_DELAY_MS = 250;

const SQL = 'select complete_attempts($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)';

/** Writes how attempts ended, in batches: those that end while a statement is under way share the next one. */
export class CompletionWriter {
  readonly #options: CompletionWriterOptions;
  #waiting: Completion[] = [];
  #writing: Promise<void> | undefined;
  #statements = 0;
  #isAbandoned = false;

  constructor(options: CompletionWriterOptions) {
    this.#options = options;
  }

  get statements(): number {
    return this.#statements;
  }

  /** Completions that are not durable yet. */
  get pending(): number {
    return this.#waiting.length;
  }

  add(completion: Completion): void {
    this.#waiting.push(completion);
    this.#writing ??= this.#writeAll();
  }

  /** Resolves when everything that was added is durable. */
  async drain(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  /** Gives up what is not written yet; its deliveries are found again by their leases. */
  abandon(): void {
    this.#isAbandoned = true;
  }

  async #writeAll(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0 && !this.#isAbandoned) {
      const batch = this.#waiting.slice(0, MAX_BATCH);
      try {
        await this.#write(batch);
        this.#waiting.splice(0, batch.length);
        this.#options.onWritten(batch);
      } catch (error) {
        // The deliveries stay leased to this node, so waiting for the database loses nothing.
        this.#options.onError(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      }
    }
    this.#writing = undefined;
  }

  async #write(batch: Completion[]): Promise<void> {
    try {
      this.#statements++;
      const values = [...parameters(inOrderOfCounts(batch)), String(FIGURES_LENGTH), this.#options.nodeId];
      await this.#options.pool.query(new BinaryQuery({ name: 'complete_attempts', text: SQL, values }));
    } catch (error) {
      if (isDatabaseUnavailable(error) || !isRefusedValue(error)) throw error;
      // What one receiver answered must not keep the others' attempts from the log.
      if (batch.length > 1) for (const one of batch) await this.#write([one]);
      else if (!isStripped(batch[0]!)) await this.#write([stripped(batch[0]!)]);
      else throw error;
    }
  }
}

/** Class 22, data exception: a value that the database cannot hold. */
function isRefusedValue(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('22');
}

function isStripped(completion: Completion): boolean {
  return completion.responseHeaders === null && completion.responseBody === null;
}

function stripped(completion: Completion): Completion {
  return { ...completion, responseHeaders: null, responseBody: null };
}

/** By subscription and end: each statement then writes once for the attempts of a minute, and locks in one order. */
function inOrderOfCounts(batch: Completion[]): Completion[] {
  const endOf = (c: Completion) => c.attemptedAt + c.responseTimeMs;
  return batch.toSorted((a, b) => {
    const [first, second] = [a.delivery.subscriptionId, b.delivery.subscriptionId];
    return first === second ? endOf(a) - endOf(b) : first < second ? -1 : 1;
  });
}

function parameters(batch: Completion[]): Buffer[] {
  return [
    uuidArray(batch.map((c) => c.delivery.id)),
    int4Array(batch.map((c) => c.attempt)),
    textArray(batch.map((c) => c.next)),
    float8Array(batch.map((c) => c.attemptedAt)),
    float8Array(batch.map((c) => c.nextRetryAt)),
    int4Array(batch.map((c) => c.responseCode)),
    int4Array(batch.map((c) => c.responseTimeMs)),
    textArray(batch.map((c) => c.error)),
    int4Array(batch.map((c) => c.revision)),
    textArray(batch.map((c) => c.responseHeaders)),
    byteaArray(batch.map((c) => c.responseBody)),
    uuidArray(batch.map((c) => c.delivery.event.id)),
    int4Array(batch.flatMap(countsOf)),
  ];
}

function countsOf(completion: Completion): (number | null)[] {
  const { ending, next, responseTimeMs } = completion;
  return countedAt({
    ending,
    isDead: next === 'dead',
    responseTimeMs,
    deliveryTimeMs: deliveryTimeMs(completion),
  });
}
