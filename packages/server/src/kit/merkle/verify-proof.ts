import { emptyRoot, HASH_BYTES, nodeHash } from './hash.ts';

export interface InclusionClaim {
  leafHash: Uint8Array;
  index: number;
  size: number;
  proof: readonly Uint8Array[];
  root: Uint8Array;
}

export interface ConsistencyClaim {
  oldSize: number;
  newSize: number;
  oldRoot: Uint8Array;
  newRoot: Uint8Array;
  proof: readonly Uint8Array[];
}

/**
 * Whether the leaf is at `index` in the tree with this size and root (RFC 9162, section 2.1.3.2). False for
 * any malformed claim; never throws.
 */
export function verifyInclusion(claim: InclusionClaim): boolean {
  const { leafHash, index, size, proof, root } = claim;
  if (!isCount(index) || !isCount(size) || index >= size) return false;
  if (![leafHash, root, ...proof].every(isHash)) return false;
  let node: Buffer = Buffer.from(leafHash);
  let position = index;
  let last = size - 1;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (position % 2 === 1 || position === last) {
      node = nodeHash(sibling, node);
      // The last node of a level with an odd count rises unchanged until it has a left sibling.
      while (position % 2 === 0 && position !== 0) [position, last] = [position / 2, half(last)];
    } else {
      node = nodeHash(node, sibling);
    }
    position = half(position);
    last = half(last);
  }
  return last === 0 && node.equals(root);
}

/**
 * Whether the old tree is a prefix of the new one, given both sizes and roots (RFC 9162, section 2.1.4.2).
 * The empty tree is a prefix of every tree. False for any malformed claim; never throws.
 */
export function verifyConsistency(claim: ConsistencyClaim): boolean {
  const { oldSize, newSize, oldRoot, newRoot, proof } = claim;
  if (!isCount(oldSize) || !isCount(newSize) || oldSize > newSize) return false;
  if (![oldRoot, newRoot, ...proof].every(isHash)) return false;
  if (newSize === 0 && !emptyRoot.equals(newRoot)) return false;
  if (oldSize === newSize) return proof.length === 0 && Buffer.compare(oldRoot, newRoot) === 0;
  if (oldSize === 0) return proof.length === 0 && emptyRoot.equals(oldRoot);
  // A complete old tree is itself the first node of the path, so the proof leaves it out.
  const path = isPowerOfTwo(oldSize) ? [oldRoot, ...proof] : proof;
  const start = path[0];
  if (proof.length === 0 || start === undefined) return false;
  let position = oldSize - 1;
  let last = newSize - 1;
  while (position % 2 === 1) [position, last] = [half(position), half(last)];
  let oldNode: Buffer = Buffer.from(start);
  let newNode = oldNode;
  for (const sibling of path.slice(1)) {
    if (last === 0) return false;
    if (position % 2 === 1 || position === last) {
      oldNode = nodeHash(sibling, oldNode);
      newNode = nodeHash(sibling, newNode);
      while (position % 2 === 0 && position !== 0) [position, last] = [position / 2, half(last)];
    } else {
      newNode = nodeHash(newNode, sibling);
    }
    position = half(position);
    last = half(last);
  }
  return last === 0 && oldNode.equals(oldRoot) && newNode.equals(newRoot);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function isHash(value: Uint8Array): boolean {
  return value instanceof Uint8Array && value.length === HASH_BYTES;
}

function isPowerOfTwo(value: number): boolean {
  while (value % 2 === 0) value /= 2;
  return value === 1;
}

// Sizes may exceed 2^32, where JavaScript's shift operators stop working.
function half(value: number): number {
  return Math.floor(value / 2);
}
