/** A FIFO queue with constant-time operations. */
export class FifoQueue<T> {
  #items: (T | undefined)[] = [];
  #head = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** What `shift` would return. */
  get first(): T | undefined {
    return this.#items[this.#head];
  }

  /** What this many calls of `shift` would return. */
  peek(count: number): T[] {
    return this.#items.slice(this.#head, this.#head + count) as T[];
  }

  shift(): T | undefined {
    if (this.#head === this.#items.length) return undefined;
    const item = this.#items[this.#head];
    this.#items[this.#head++] = undefined;
    // The used-up front is dropped once it is the larger half, so that copying never costs more than it
    // saves.
    if (this.#head > 64 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }

  /** Removes and returns everything. */
  clear(): T[] {
    const rest = this.#items.slice(this.#head) as T[];
    this.#items = [];
    this.#head = 0;
    return rest;
  }
}
