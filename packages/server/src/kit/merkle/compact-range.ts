import { required } from '../required.ts';
import { emptyRoot, HASH_BYTES, nodeHash } from './hash.ts';

/**
 * The roots of the complete subtrees that make up a tree, left to right (one per set bit of its
 * size): enough to append leaves and to know the root, in O(log size) memory.
 */
export class CompactRange {
  #size = 0;
  readonly #subtrees: Uint8Array[] = [];

  /** Number of leaves appended. */
  get size(): number {
    return this.#size;
  }

  /** Number of hashes held: the set bits of `size`. */
  get width(): number {
    return this.#subtrees.length;
  }

  append(leafHash: Uint8Array): void {
    if (leafHash.length !== HASH_BYTES) throw new RangeError(`A leaf hash has ${HASH_BYTES} bytes.`);
    let subtree = leafHash;
    // As in a binary counter, each trailing one bit of the size is a subtree to merge with.
    for (let rest = this.#size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
      subtree = nodeHash(required(this.#subtrees.pop(), 'the subtree on the left'), subtree);
    }
    this.#subtrees.push(subtree);
    this.#size++;
  }

  /** The RFC 6962 root of the tree so far. */
  root(): Buffer {
    if (this.#subtrees.length === 0) return emptyRoot;
    return Buffer.from(this.#subtrees.reduceRight((right, left) => nodeHash(left, right)));
  }

  clone(): CompactRange {
    const copy = new CompactRange();
    copy.#size = this.#size;
    copy.#subtrees.push(...this.#subtrees);
    return copy;
  }
}
