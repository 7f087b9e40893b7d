import { createHash } from 'node:crypto';
import { required } from '../../required.ts';

// RFC 6962, section 2.1, transcribed literally: on slices, recursive, slow. Tests compare the tiled code with
// it.

function sha256(...parts: Uint8Array[]): Buffer {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
}

/** The leaf hash of the data entry `data`. */
export function naiveLeaf(data: Uint8Array): Buffer {
  return sha256(Buffer.of(0), data);
}

/** MTH(D), from leaf hashes. */
export function naiveRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return required(leaves[0], 'leaves[0]');
  const k = naiveSplit(leaves.length);
  return sha256(Buffer.of(1), naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)));
}

/** PATH(m, D). */
export function naivePath(m: number, leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length === 1) return [];
  const k = naiveSplit(leaves.length);
  if (m < k) return [...naivePath(m, leaves.slice(0, k)), naiveRoot(leaves.slice(k))];
  return [...naivePath(m - k, leaves.slice(k)), naiveRoot(leaves.slice(0, k))];
}

/** PROOF(m, D), for 0 < m <= |D|. */
export function naiveProof(m: number, leaves: readonly Buffer[]): Buffer[] {
  return naiveSubproof(m, leaves, true);
}

function naiveSubproof(m: number, leaves: readonly Buffer[], wholeOld: boolean): Buffer[] {
  if (m === leaves.length) return wholeOld ? [] : [naiveRoot(leaves)];
  const k = naiveSplit(leaves.length);
  if (m <= k) return [...naiveSubproof(m, leaves.slice(0, k), wholeOld), naiveRoot(leaves.slice(k))];
  return [...naiveSubproof(m - k, leaves.slice(k), false), naiveRoot(leaves.slice(0, k))];
}

function naiveSplit(n: number): number {
  return 2 ** (Math.ceil(Math.log2(n)) - 1);
}
