type Numbers = Uint8Array | Float64Array;

/** An array of numbers that grows as they are set. */
export class GrowingArray<A extends Numbers> {
  readonly #make: (length: number) => A;
  #items: A;
  #length = 0;

  constructor(make: (length: number) => A) {
    this.#make = make;
    this.#items = make(65_536);
  }

  get length(): number {
    return this.#length;
  }

  get(index: number): number {
    return this.#items[index] ?? 0;
  }

  set(index: number, value: number): void {
    if (index >= this.#items.length) {
      const larger = this.#make(Math.max(index + 1, this.#items.length * 2));
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[index] = value;
    if (index >= this.#length) this.#length = index + 1;
  }

  push(value: number): void {
    this.set(this.#length, value);
  }

  toArray(): A {
    return this.#items.slice(0, this.#length) as A;
  }
}
