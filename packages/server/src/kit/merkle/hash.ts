import { hash as digest } from 'node:crypto';

/** Size of every hash in the tree (SHA-256). */
export const HASH_BYTES = 32;

/** The root of the empty tree: SHA-256 of nothing (RFC 6962, section 2.1). */
export const emptyRoot: Buffer = sha256('');

// One scratch block for node inputs: 0x01, left, right. Safe to reuse, since hashing is synchronous.
const nodeInput = Buffer.alloc(1 + 2 * HASH_BYTES);
nodeInput[0] = 0x01;

/**
 * The leaf hash of a record: SHA-256(0x00 || record), with strings as UTF-8.
 * @throws TypeError when the string has a lone surrogate: it has no UTF-8 form, and two different strings
 * would share one hash.
 */
export function leafHash(record: string | Uint8Array): Buffer {
  if (typeof record === 'string') {
    const input = `\0${record}`;
    if (!input.isWellFormed()) throw new TypeError('A record with a lone surrogate has no UTF-8 form.');
    return sha256(input);
  }
  const input = Buffer.allocUnsafe(1 + record.length);
  input[0] = 0x00;
  input.set(record, 1);
  return sha256(input);
}

/** The hash of an inner node: SHA-256(0x01 || left || right), both 32 bytes. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  if (left.length !== HASH_BYTES || right.length !== HASH_BYTES) {
    throw new RangeError(`A node is made of two hashes of ${HASH_BYTES} bytes.`);
  }
  nodeInput.set(left, 1);
  nodeInput.set(right, 1 + HASH_BYTES);
  const target = Buffer.allocUnsafe(HASH_BYTES);
  writeNodeInputHash(target, 0);
  return target;
}

/**
 * The root of a complete subtree over `count` (a power of two) adjacent hashes, starting at hash number
 * `first` of `hashes`.
 */
export function completeSubtreeRoot(hashes: Uint8Array, first: number, count: number): Buffer {
  const work = Buffer.from(hashes.subarray(first * HASH_BYTES, (first + count) * HASH_BYTES));
  if (work.length !== count * HASH_BYTES) throw new RangeError('The subtree lies outside the hashes given.');
  // In place: parent i is written at i, after its children 2i and 2i + 1 were read.
  for (let width = count; width > 1; width /= 2) {
    for (let i = 0; i < width / 2; i++) {
      work.copy(nodeInput, 1, 2 * i * HASH_BYTES, (2 * i + 2) * HASH_BYTES);
      writeNodeInputHash(work, i * HASH_BYTES);
    }
  }
  return Buffer.from(work.subarray(0, HASH_BYTES));
}

// A digest as a binary string costs a third of one as a buffer, which allocates off-heap memory each time.
function writeNodeInputHash(target: Buffer, offset: number): void {
  target.write(digest('sha256', nodeInput, 'binary'), offset, 'binary');
}

function sha256(input: string | Uint8Array): Buffer {
  const target = Buffer.allocUnsafe(HASH_BYTES);
  target.write(digest('sha256', input, 'binary'), 0, 'binary');
  return target;
}
