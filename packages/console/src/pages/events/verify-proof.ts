import { sha256 } from '@noble/hashes/sha2.js';
import { fromBase64, toBase64 } from './base64.ts';

/** A level of the tree on the way up. */
export interface ProofStep {
  /** Of the subtree containing the event; base64. */
  hash: string;
  /** The hash it is combined with, and on which side that is. */
  sibling?: string;
  side?: 'left' | 'right';
}

export interface Verified {
  isVerified: boolean;
  steps: ProofStep[];
}

interface Proof {
  record: string;
  leaf_index: number;
  tree_size: number;
  root_hash: string;
  inclusion_proof: string[];
  checkpoint: string;
}

/** Computes the root from the record by RFC 9162, section 2.1.3.2, and compares it with the checkpoint's. */
export function verifyProof(proof: Proof): Verified {
  let fn = proof.leaf_index;
  let sn = proof.tree_size - 1;
  let hash = sha256(bytes(0, new TextEncoder().encode(proof.record)));
  const steps: ProofStep[] = [];
  for (const sibling of proof.inclusion_proof) {
    const isRight = fn % 2 === 1 || fn === sn;
    steps.push({ hash: toBase64(hash), sibling, side: isRight ? 'left' : 'right' });
    const other = fromBase64(sibling);
    hash = isRight ? sha256(bytes(1, other, hash)) : sha256(bytes(1, hash, other));
    if (isRight) {
      while (fn % 2 === 0 && fn !== 0) {
        fn = Math.floor(fn / 2);
        sn = Math.floor(sn / 2);
      }
    }
    fn = Math.floor(fn / 2);
    sn = Math.floor(sn / 2);
  }
  const root = toBase64(hash);
  if (steps.length === 0) steps.push({ hash: root });
  // Lines two and three of a checkpoint are the size and root signed by the log.
  const [, size, signed] = proof.checkpoint.split('\n');
  const isVerified =
    sn === 0 && root === proof.root_hash && root === signed && Number(size) === proof.tree_size;
  return { isVerified, steps };
}

/** The prefix distinguishing a record (0) from a node (1), followed by the data to hash. */
function bytes(mark: number, ...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from([mark, ...parts.flatMap((part) => [...part])]);
}
