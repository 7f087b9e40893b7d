import { sha256 } from '@noble/hashes/sha2.js';
import { fromBase64, toBase64 } from './base64.ts';

export interface ConsistencyClaim {
  from: number;
  to: number;
  from_root_hash: string;
  to_root_hash: string;
  consistency_proof: string[];
}

/** Whether the older tree is a prefix of the newer one, by RFC 9162, section 2.1.4.2. */
export function isConsistent(claim: ConsistencyClaim): boolean {
  const { from, to, from_root_hash: first, to_root_hash: second } = claim;
  if (from === to) return claim.consistency_proof.length === 0 && first === second;
  // The empty tree is a prefix of any tree.
  if (from === 0) return claim.consistency_proof.length === 0;
  const isPower = Number.isInteger(Math.log2(from));
  const [start, ...rest] = isPower ? [first, ...claim.consistency_proof] : claim.consistency_proof;
  if (start === undefined || from > to) return false;
  let place = withoutOnes({ fn: from - 1, sn: to - 1 });
  let older = fromBase64(start);
  let newer = older;
  for (const sibling of rest.map(fromBase64)) {
    if (place.sn === 0) return false;
    if (place.fn % 2 === 1 || place.fn === place.sn) {
      older = node(sibling, older);
      newer = node(sibling, newer);
      while (place.fn % 2 === 0 && place.fn !== 0) place = halved(place);
    } else {
      newer = node(newer, sibling);
    }
    place = halved(place);
  }
  return place.sn === 0 && toBase64(older) === first && toBase64(newer) === second;
}

interface Place {
  fn: number;
  sn: number;
}

const halved = ({ fn, sn }: Place): Place => ({ fn: Math.floor(fn / 2), sn: Math.floor(sn / 2) });

function withoutOnes(place: Place): Place {
  let found = place;
  while (found.fn % 2 === 1) found = halved(found);
  return found;
}

function node(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(Uint8Array.from([1, ...left, ...right]));
}

/** Size and root in a checkpoint; undefined for invalid text. */
export function readCheckpointText(text: string): { origin: string; size: number; root: string } | undefined {
  const [origin = '', size = '', root = ''] = text.trim().split(/\r?\n/);
  const isOne = origin !== '' && /^\d{1,15}$/.test(size) && /^[A-Za-z0-9+/]{43}=$/.test(root);
  return isOne ? { origin, size: Number(size), root } : undefined;
}
