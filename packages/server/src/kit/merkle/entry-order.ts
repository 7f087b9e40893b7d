/** Receives the entries in order, and what was wrong with their order. */
export interface OrderSink<T> {
  /** Called in index order, once per index; skips ahead after a gap. */
  onEntry(index: number, value: T): void;
  /** The indexes from `first` to `last` never arrived, or arrived too late. */
  onGap(first: number, last: number): void;
  /** The entry arrived after one with a higher index. */
  onReordered(index: number): void;
  /** The index was seen before, or given up as a gap. */
  onDuplicate(index: number): void;
}

/**
 * Restores index order within a window: while an index is missing, up to `windowSize` later entries wait for
 * it. This distinguishes a moved line from a lost one in bounded memory.
 */
export class EntryOrder<T> {
  readonly #sink: OrderSink<T>;
  readonly #windowSize: number;
  readonly #waiting = new Map<number, T>();
  #next = 0;

  constructor(sink: OrderSink<T>, windowSize: number) {
    this.#sink = sink;
    this.#windowSize = windowSize;
  }

  /** One past the highest index handed to `onEntry`. */
  get next(): number {
    return this.#next;
  }

  /** Entries held back until a missing index arrives or is given up. */
  get waiting(): number {
    return this.#waiting.size;
  }

  push(index: number, value: T): void {
    if (index < this.#next || this.#waiting.has(index)) {
      this.#sink.onDuplicate(index);
      return;
    }
    if (index > this.#next) {
      this.#waiting.set(index, value);
      // Half at a time, so that the cost of each sort is amortized over as many entries.
      if (this.#waiting.size > this.#windowSize) this.#release(Math.floor(this.#windowSize / 2));
      return;
    }
    if (this.#waiting.size > 0) this.#sink.onReordered(index);
    this.#emit(index, value);
    this.#drain();
  }

  /** End of input: every index still missing is a gap. */
  finish(): void {
    this.#release(0);
  }

  #emit(index: number, value: T): void {
    this.#next = index + 1;
    this.#sink.onEntry(index, value);
  }

  #drain(): void {
    while (this.#waiting.size > 0 && this.#waiting.has(this.#next)) {
      const index = this.#next;
      const value = this.#waiting.get(index) as T;
      this.#waiting.delete(index);
      this.#emit(index, value);
    }
  }

  #release(keep: number): void {
    for (const index of [...this.#waiting.keys()].sort((a, b) => a - b)) {
      if (this.#waiting.size <= keep) break;
      if (index > this.#next) this.#sink.onGap(this.#next, index - 1);
      this.#next = index;
      const value = this.#waiting.get(index) as T;
      this.#waiting.delete(index);
      this.#emit(index, value);
    }
    this.#drain();
  }
}
