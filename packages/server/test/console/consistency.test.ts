import { expect, test } from 'vitest';
import { isConsistent } from '../../../console/src/pages/events/verify-consistency.ts';
import { leafHash } from '../../src/kit/merkle/hash.ts';
import { consistencyProof, rootFromTiles } from '../../src/kit/merkle/proofs.ts';
import { MemoryTiles } from '../../src/kit/merkle/testing/memory-tiles.ts';

const SIZE = 40;
const store = new MemoryTiles();
store.append(Array.from({ length: SIZE }, (_, i) => leafHash(`leaf ${i}`)));

async function claimOf(from: number, to: number) {
  const [first, second] = await Promise.all([rootFromTiles(store, from), rootFromTiles(store, to)]);
  const proof = await consistencyProof(store, from, to);
  return {
    from,
    to,
    from_root_hash: first.toString('base64'),
    to_root_hash: second.toString('base64'),
    consistency_proof: proof.map((hash) => hash.toString('base64')),
  };
}

test('the console accepts each proof that an older tree is the start of a newer one, and no proof of another tree', async () => {
  const other = leafHash('another').toString('base64');
  for (let to = 1; to <= SIZE; to++)
    for (let from = 1; from <= to; from++) {
      const claim = await claimOf(from, to);
      expect(isConsistent(claim), `${from} of ${to}`).toBe(true);
      expect(isConsistent({ ...claim, from_root_hash: other }), `${from} of ${to}, older`).toBe(false);
      expect(isConsistent({ ...claim, to_root_hash: other }), `${from} of ${to}, newer`).toBe(false);
      if (from === to) continue;
      const [, ...short] = claim.consistency_proof;
      expect(isConsistent({ ...claim, consistency_proof: short }), `${from} of ${to}, cut`).toBe(false);
      const long = [...claim.consistency_proof, other];
      expect(isConsistent({ ...claim, consistency_proof: long }), `${from} of ${to}, longer`).toBe(false);
    }
});
