import type { Hex } from 'viem';
import type { Block } from '../../../chains/chain/chain.ts';

interface Known {
  number: number;
  hash: Hex;
}

/** More than the maximum confirmations of a request. */
const KEPT = 1_100;

/** The hashes of the newest blocks seen by this node, to detect replaced ones. */
export class KnownBlocks {
  readonly #hashes = new Map<number, Hex>();
  #head: Known | undefined;

  get head(): Known | undefined {
    return this.#head;
  }

  reset(block: Known): void {
    this.#hashes.clear();
    this.push(block);
  }

  push({ number, hash }: Known): void {
    this.#head = { number, hash };
    this.#hashes.set(number, hash);
    this.#hashes.delete(number - KEPT);
  }

  /** Records a block below the head that was missed when it came. */
  note({ number, hash }: Known): void {
    if (this.#head !== undefined && number <= this.#head.number) this.#hashes.set(number, hash);
  }

  knows(number: number): boolean {
    return this.#hashes.has(number);
  }

  hashOf(number: number): Hex | undefined {
    return this.#hashes.get(number);
  }

  numbersUpTo(number: number): number[] {
    return [...this.#hashes.keys()].filter((known) => known <= number).sort((a, b) => a - b);
  }

  /** The highest of these blocks that has not changed since. */
  lastCommon(present: readonly (Block | null)[]): Known | undefined {
    return present
      .filter((block) => block !== null)
      .filter(({ number, hash }) => this.#hashes.get(number) === hash)
      .at(-1);
  }

  cutAfter({ number, hash }: Known): void {
    for (const known of this.#hashes.keys()) if (known > number) this.#hashes.delete(known);
    this.#head = { number, hash };
  }
}
