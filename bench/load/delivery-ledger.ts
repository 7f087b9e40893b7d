import { nowMs } from '../harness/monotonic-clock.ts';
import { GrowingArray } from './growing-array.ts';

export interface LedgerOptions {
  /** Number of the first event that counts; earlier ones are ignored. */
  firstSequence: number;
  /** Receivers of each event: 1, or the fan-out. */
  fanOut: number;
  /** Receivers below this number do not count. */
  firstReceiver: number;
  /** Events below this number are also counted as backlog. */
  backlogEnd?: number;
}

/** The deliveries at the sink: for each event and receiver, how often it arrived, and when first. */
export class DeliveryLedger {
  readonly #options: LedgerOptions;
  readonly #copies = new GrowingArray((length) => new Uint8Array(length));
  readonly #firstAt = new GrowingArray((length) => new Float64Array(length));
  #distinct = 0;
  #backlog = 0;
  #repeated = 0;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  get distinct(): number {
    return this.#distinct;
  }

  /** Distinct deliveries of the backlog. */
  get backlog(): number {
    return this.#backlog;
  }

  get repeated(): number {
    return this.#repeated;
  }

  record(sequence: number, receiver: number): void {
    const { firstSequence, fanOut, firstReceiver } = this.#options;
    if (sequence < firstSequence || receiver < firstReceiver) return;
    const index = (sequence - firstSequence) * fanOut + (receiver % fanOut);
    const copies = this.#copies.get(index);
    this.#copies.set(index, Math.min(copies + 1, 255));
    if (copies > 0) {
      this.#repeated++;
      return;
    }
    this.#distinct++;
    if (sequence < (this.#options.backlogEnd ?? 0)) this.#backlog++;
    this.#firstAt.set(index, nowMs());
  }

  /** Times and counts, by event and receiver. */
  entries() {
    return { copies: this.#copies.toArray(), firstAt: this.#firstAt.toArray() };
  }
}
