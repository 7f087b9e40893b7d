import { valueAt } from '../lexer/columns.ts';

const NONE = -1;

/**
 * The places of each fingerprint, in insertion order; a large application has millions, so they are columns
 * of numbers instead of objects. A place is identified by its number.
 */
export class FingerprintPlaces {
  readonly #mostOfOne: number;
  #count = 0;
  #hash = new Int32Array(32_768);
  #file = new Int32Array(32_768);
  #at = new Int32Array(32_768);
  /** The next place of the same fingerprint. */
  #next = new Int32Array(32_768);
  /**
   * The first place of a fingerprint, in an open-addressing hash table; twice as many slots as fingerprints.
   */
  #slots = new Int32Array(65_536).fill(NONE);
  #taken = 0;

  /** Keeps at most `mostOfOne` places per fingerprint. */
  constructor(mostOfOne: number) {
    this.#mostOfOne = mostOfOne;
  }

  /** The first place of a fingerprint; -1 if there is none. */
  first(hash: number): number {
    return this.#slots[this.#slotOf(hash)] ?? NONE;
  }

  /** The place after this one; -1 after the last. */
  next(place: number): number {
    return this.#next[place] ?? NONE;
  }

  fileOf(place: number): number {
    return valueAt(this.#file, place);
  }

  /** The index of its first token in its file. */
  atOf(place: number): number {
    return valueAt(this.#at, place);
  }

  add(hash: number, file: number, at: number): void {
    const slot = this.#slotOf(hash);
    let last = NONE;
    let kept = 0;
    for (let place = this.#slots[slot] ?? NONE; place !== NONE; place = this.next(place)) {
      last = place;
      kept++;
    }
    if (kept >= this.#mostOfOne) return;
    if (this.#count === this.#hash.length) this.#grow();
    const place = this.#count++;
    this.#hash[place] = hash;
    this.#file[place] = file;
    this.#at[place] = at;
    this.#next[place] = NONE;
    if (last !== NONE) {
      this.#next[last] = place;
      return;
    }
    this.#slots[slot] = place;
    if (++this.#taken * 2 > this.#slots.length) this.#widenSlots();
  }

  #slotOf(hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const mixed = Math.imul(hash, 0x9e3779b1);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    for (;;) {
      const place = slots[slot] ?? NONE;
      if (place === NONE || this.#hash[place] === hash) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const size = this.#hash.length * 2;
    this.#hash = widened(this.#hash, size);
    this.#file = widened(this.#file, size);
    this.#at = widened(this.#at, size);
    this.#next = widened(this.#next, size);
  }

  #widenSlots(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(before.length * 2).fill(NONE);
    for (const place of before)
      if (place !== NONE) this.#slots[this.#slotOf(valueAt(this.#hash, place))] = place;
  }
}

function widened(from: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(size);
  to.set(from);
  return to;
}
