/** First in, first out, in constant time. */
export class FifoQueue<T> {
  #items: (T | undefined)[] = [];
  #head = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  /** What `shift` would take. */
  get first(): T | undefined {
    return this.#items[this.#head];
  }

  /** What `shift` would take if called so often. */
  peek(count: number): T[] {
    return this.#items.slice(this.#head, this.#head + count) as T[];
  }

  shift(): T | undefined {
    if (this.#head === this.#items.length) return undefined;
    const item = this.#items[this.#head];
    this.#items[this.#head++] = undefined;
    // The spent front is dropped once it is the larger half, so that it never costs more than it saves.
    if (this.#head > 64 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }

  /** Takes everything out. */
  clear(): T[] {
    const rest = this.#items.slice(this.#head) as T[];
    this.#items = [];
    this.#head = 0;
    return rest;
  }
}
