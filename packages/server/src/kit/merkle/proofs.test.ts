import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { required } from '../required.ts';
import { emptyRoot, leafHash, nodeHash } from './hash.ts';
import { consistencyProof, inclusionProof, rootFromTiles } from './proofs.ts';
import { MemoryTiles } from './testing/memory-tiles.ts';
import { naivePath, naiveProof, naiveRoot } from './testing/naive-tree.ts';
import { MissingTileError } from './tiles.ts';
import { verifyConsistency, verifyInclusion } from './verify-proof.ts';

const leaves = Array.from({ length: 66_000 }, (_, i) => leafHash(`leaf ${i}`));
const store = new MemoryTiles();
store.append(leaves);
const MAX_TREE_SIZE = 2000;
const roots = Array.from({ length: MAX_TREE_SIZE + 1 }, (_, size) => rootFromTiles(store, size));

const sizeAndIndex = fc
  .integer({ min: 1, max: MAX_TREE_SIZE })
  .chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)));
const twoSizes = fc
  .integer({ min: 1, max: MAX_TREE_SIZE })
  .chain((size) => fc.tuple(fc.integer({ min: 1, max: size }), fc.constant(size)));

function flipBit(hash: Uint8Array, bit: number): Buffer {
  const flipped = Buffer.from(hash);
  flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return flipped;
}

describe('an inclusion proof', () => {
  it('is the audit path of RFC 6962 and verifies, for any leaf of any size', async () => {
    await fc.assert(
      fc.asyncProperty(sizeAndIndex, async ([size, index]) => {
        const proof = await inclusionProof(store, index, size);
        expect(proof).toEqual(naivePath(index, leaves.slice(0, size)));
        const root = required(await roots[size], 'roots[size]');
        expect(
          verifyInclusion({ leafHash: required(leaves[index], 'leaves[index]'), index, size, proof, root }),
        ).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it.each([255, 256, 257, 65_535, 65_536, 65_537])('holds at the tile boundary %i', async (size) => {
    const root = await rootFromTiles(store, size);
    expect(root).toEqual(naiveRoot(leaves.slice(0, size)));
    const indexes = [0, 1, 127, 128, 254, 255, 256, 32_767, 32_768, 65_279, 65_280, size - 2, size - 1];
    for (const index of new Set(indexes.filter((i) => i < size))) {
      const proof = await inclusionProof(store, index, size);
      expect(
        verifyInclusion({ leafHash: required(leaves[index], 'leaves[index]'), index, size, proof, root }),
      ).toBe(true);
    }
    expect(await inclusionProof(store, size - 2, size)).toEqual(naivePath(size - 2, leaves.slice(0, size)));
  });

  it('fails with any bit flipped, another index, or the head of another size', async () => {
    const run = fc.tuple(sizeAndIndex, fc.nat(255), fc.nat(), fc.integer({ min: 1, max: MAX_TREE_SIZE }));
    await fc.assert(
      fc.asyncProperty(run, async ([[size, index], bit, pick, otherSize]) => {
        const proof = await inclusionProof(store, index, size);
        const claim = {
          leafHash: required(leaves[index], 'leaves[index]'),
          index,
          size,
          proof,
          root: required(await roots[size], 'roots[size]'),
        };
        expect(verifyInclusion({ ...claim, leafHash: flipBit(claim.leafHash, bit) })).toBe(false);
        expect(verifyInclusion({ ...claim, root: flipBit(claim.root, bit) })).toBe(false);
        const broken = proof.map((hash, i) => (i === pick % proof.length ? flipBit(hash, bit) : hash));
        if (proof.length > 0) expect(verifyInclusion({ ...claim, proof: broken })).toBe(false);
        expect(verifyInclusion({ ...claim, index: index + 1 })).toBe(false);
        expect(verifyInclusion({ ...claim, index: index - 1 })).toBe(false);
        expect(verifyInclusion({ ...claim, index: pick % size })).toBe(pick % size === index);
        const other = { size: otherSize, root: required(await roots[otherSize], 'roots[otherSize]') };
        expect(verifyInclusion({ ...claim, ...other })).toBe(otherSize === size);
        expect(verifyInclusion({ ...claim, size: 4 * size })).toBe(false);
        expect(verifyInclusion({ ...claim, proof: [...proof, required(leaves[0], 'leaves[0]')] })).toBe(
          false,
        );
        expect(verifyInclusion({ ...claim, proof: proof.slice(1) })).toBe(proof.length === 0);
      }),
      { numRuns: 500 },
    );
  });

  it('is false, and not an error, for values that are no valid claim', () => {
    const claim = {
      leafHash: required(leaves[0], 'leaves[0]'),
      index: 0,
      size: 1,
      proof: [],
      root: required(leaves[0], 'leaves[0]'),
    };
    expect(verifyInclusion(claim)).toBe(true);
    for (const wrong of [
      { index: -1 },
      { index: 0.5 },
      { size: 0 },
      { size: Number.NaN },
      { root: Buffer.alloc(31) },
      { leafHash: Buffer.alloc(0) },
      { proof: [Buffer.alloc(33)] },
    ]) {
      expect(verifyInclusion({ ...claim, ...wrong })).toBe(false);
    }
  });

  it('that climbs past the root of the claimed size is false', () => {
    const root = nodeHash(required(leaves[0], 'leaves[0]'), required(leaves[1], 'leaves[1]'));
    const claim = {
      leafHash: required(leaves[1], 'leaves[1]'),
      index: 1,
      size: 2,
      proof: [required(leaves[0], 'leaves[0]')],
      root,
    };
    expect(verifyInclusion(claim)).toBe(true);
    expect(verifyInclusion({ ...claim, index: 0, size: 1 })).toBe(false);
  });

  it('costs one read of at most two tiles per level', async () => {
    for (const [index, size] of [
      [0, 65_537],
      [65_536, 65_537],
      [33_333, 65_535],
      [1234, 66_000],
    ] as const) {
      store.reads = store.tilesRead = 0;
      await inclusionProof(store, index, size);
      expect(store.reads).toBe(1);
      expect(store.tilesRead).toBeLessThanOrEqual(6);
    }
  });

  it('is refused for a leaf outside the tree, and for a tree larger than the store', async () => {
    await expect(inclusionProof(store, 5, 5)).rejects.toThrow(RangeError);
    await expect(inclusionProof(store, -1, 5)).rejects.toThrow(RangeError);
    await expect(inclusionProof(store, 0, 5.5)).rejects.toThrow(RangeError);
    await expect(inclusionProof(store, 0, 66_001)).rejects.toThrow(MissingTileError);
  });
});

describe('a consistency proof', () => {
  it('is the proof of RFC 6962 and verifies, between any two sizes', async () => {
    await fc.assert(
      fc.asyncProperty(twoSizes, async ([oldSize, newSize]) => {
        const proof = await consistencyProof(store, oldSize, newSize);
        expect(proof).toEqual(naiveProof(oldSize, leaves.slice(0, newSize)));
        const claim = {
          oldSize,
          newSize,
          oldRoot: required(await roots[oldSize], 'roots[oldSize]'),
          newRoot: required(await roots[newSize], 'roots[newSize]'),
        };
        expect(verifyConsistency({ ...claim, proof })).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('is valid across the tile boundaries', async () => {
    const sizes = [1, 255, 256, 257, 511, 512, 65_279, 65_280, 65_281, 65_535, 65_536, 65_537, 66_000];
    for (const newSize of sizes) {
      const newRoot = await rootFromTiles(store, newSize);
      for (const oldSize of sizes.filter((size) => size <= newSize)) {
        const proof = await consistencyProof(store, oldSize, newSize);
        const oldRoot = await rootFromTiles(store, oldSize);
        expect(verifyConsistency({ oldSize, newSize, oldRoot, newRoot, proof })).toBe(true);
      }
    }
  });

  it('fails with any bit flipped, or the head of another size', async () => {
    const run = fc.tuple(twoSizes, fc.nat(255), fc.nat(), fc.integer({ min: 1, max: MAX_TREE_SIZE }));
    await fc.assert(
      fc.asyncProperty(run, async ([[oldSize, newSize], bit, pick, otherSize]) => {
        const proof = await consistencyProof(store, oldSize, newSize);
        const [oldRoot, newRoot] = [
          required(await roots[oldSize], 'roots[oldSize]'),
          required(await roots[newSize], 'roots[newSize]'),
        ];
        const claim = { oldSize, newSize, oldRoot, newRoot, proof };
        expect(verifyConsistency({ ...claim, oldRoot: flipBit(oldRoot, bit) })).toBe(false);
        expect(verifyConsistency({ ...claim, newRoot: flipBit(newRoot, bit) })).toBe(false);
        const broken = proof.map((hash, i) => (i === pick % proof.length ? flipBit(hash, bit) : hash));
        if (proof.length > 0) expect(verifyConsistency({ ...claim, proof: broken })).toBe(false);
        expect(verifyConsistency({ ...claim, proof: [...proof, required(leaves[0], 'leaves[0]')] })).toBe(
          false,
        );
        const otherRoot = required(await roots[otherSize], 'roots[otherSize]');
        if (otherSize !== oldSize) {
          expect(verifyConsistency({ ...claim, oldSize: otherSize, oldRoot: otherRoot })).toBe(false);
        }
        if (otherSize !== newSize && oldSize !== newSize) {
          expect(verifyConsistency({ ...claim, newSize: otherSize, newRoot: otherRoot })).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('that climbs past the root of the claimed size, or stops below it, is false', async () => {
    const [oldRoot, newRoot, proof] = [
      required(await roots[3], 'roots[3]'),
      required(await roots[4], 'roots[4]'),
      await consistencyProof(store, 3, 4),
    ];
    const claim = { oldSize: 3, newSize: 4, oldRoot, newRoot, proof };
    expect(verifyConsistency(claim)).toBe(true);
    const above = required(leaves[9], 'leaves[9]');
    const climbing = { oldRoot: nodeHash(above, oldRoot), newRoot: nodeHash(above, newRoot) };
    expect(verifyConsistency({ ...claim, ...climbing, proof: [...proof, above] })).toBe(false);
    expect(verifyConsistency({ ...claim, newSize: 5 })).toBe(false);
  });

  it('is empty between equal sizes and from the empty tree, and then compares the roots', async () => {
    const newRoot = await rootFromTiles(store, 9);
    const same = {
      oldSize: 9,
      newSize: 9,
      oldRoot: newRoot,
      newRoot,
      proof: await consistencyProof(store, 9, 9),
    };
    expect(same.proof).toEqual([]);
    expect(verifyConsistency(same)).toBe(true);
    expect(verifyConsistency({ ...same, oldRoot: emptyRoot })).toBe(false);
    const fromEmpty = { ...same, oldSize: 0, oldRoot: emptyRoot };
    expect(await consistencyProof(store, 0, 9)).toEqual([]);
    expect(verifyConsistency(fromEmpty)).toBe(true);
    expect(verifyConsistency({ ...fromEmpty, oldRoot: newRoot })).toBe(false);
    expect(verifyConsistency({ ...fromEmpty, newSize: 0 })).toBe(false);
    expect(verifyConsistency({ ...same, oldSize: 0, newSize: 0 })).toBe(false);
  });

  it('is refused for sizes in the wrong order, and for a tree larger than the store', async () => {
    await expect(consistencyProof(store, 6, 5)).rejects.toThrow(RangeError);
    await expect(consistencyProof(store, -1, 5)).rejects.toThrow(RangeError);
    await expect(consistencyProof(store, 5, 66_001)).rejects.toThrow(MissingTileError);
  });
});
