/** What `EntryOrder` tells of the entries pushed into it. */
export interface OrderSink<T> {
  /** The entries in the order of their index, each index once; after a gap, with a jump. */
  onEntry(index: number, value: T): void;
  /** The indexes from `first` to `last` never came, or came too late. */
  onGap(first: number, last: number): void;
  /** The entry came after one with a higher index. */
  onReordered(index: number): void;
  /** The index has been seen before, or was given up as a gap. */
  onDuplicate(index: number): void;
}

/**
 * Puts entries back into the order of their index, within a window: while an index is missing, up to
 * `windowSize` later entries wait for it. So a moved line is told from a lost one in bounded memory.
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

  /** Entries held back until a missing index comes or is given up. */
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
      // Half at a time: the sort is paid for by as many entries as it sorts.
      if (this.#waiting.size > this.#windowSize) this.#release(Math.floor(this.#windowSize / 2));
      return;
    }
    if (this.#waiting.size > 0) this.#sink.onReordered(index);
    this.#emit(index, value);
    this.#drain();
  }

  /** No more entries come: every index still awaited is a gap. */
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
