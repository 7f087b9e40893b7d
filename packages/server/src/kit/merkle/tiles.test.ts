import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { required } from '../required.ts';
import { leafHash } from './hash.ts';
import { rootFromTiles } from './proofs.ts';
import { MemoryTiles } from './testing/memory-tiles.ts';
import { naiveRoot } from './testing/naive-tree.ts';
import {
  appendLeaves,
  edgeFromTiles,
  edgeTileIds,
  emptyEdge,
  MissingTileError,
  readEdge,
  rootFromEdge,
} from './tiles.ts';

const leaves = Array.from({ length: 70_000 }, (_, i) => leafHash(`leaf ${i}`));

function tilesOf(size: number): MemoryTiles {
  const store = new MemoryTiles();
  store.append(leaves.slice(0, size));
  return store;
}

// As text, because comparing tens of tiles byte by byte is slow in the test runner.
function contents(store: MemoryTiles): Record<string, string> {
  return Object.fromEntries([...store.tiles].map(([id, hashes]) => [id, hashes.toString('base64')]));
}

describe('tiles', () => {
  it('store 70,000 leaves as the tlog-tiles specification says', () => {
    const { tiles } = tilesOf(70_000);
    const widths = [...tiles].map(([id, hashes]) => [id, hashes.length / 32] as const);
    expect(widths.filter(([id, width]) => id.startsWith('0/') && width === 256)).toHaveLength(273);
    const others = widths.filter(([id, width]) => !(id.startsWith('0/') && width === 256));
    expect(Object.fromEntries(others)).toEqual({ '0/273': 112, '1/0': 256, '1/1': 17, '2/0': 1 });
  });

  it('store a tree of 256 as one full tile and one hash above it', () => {
    const { tiles } = tilesOf(256);
    expect([...tiles].map(([id, hashes]) => [id, hashes.length / 32])).toEqual([
      ['0/0', 256],
      ['1/0', 1],
    ]);
    expect(tiles.get('1/0')).toEqual(naiveRoot(leaves.slice(0, 256)));
  });

  it('are the same in any batches as leaf by leaf', () => {
    const oneByOne = new MemoryTiles();
    for (const leaf of leaves.slice(0, 1400)) oneByOne.append([leaf]);
    const expected = contents(oneByOne);
    const batches = fc.array(fc.oneof(fc.nat(5), fc.nat(700), fc.constantFrom(255, 256, 257, 512)), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(batches, (sizes) => {
        const batched = new MemoryTiles();
        for (const size of sizes) {
          batched.append(leaves.slice(batched.edge.size, Math.min(batched.edge.size + size, 1400)));
        }
        batched.append(leaves.slice(batched.edge.size, 1400));
        expect(contents(batched)).toEqual(expected);
        expect(rootFromEdge(batched.edge)).toEqual(rootFromEdge(oneByOne.edge));
      }),
      { numRuns: 100 },
    );
  });

  it('are the same across the end of a full tile of level 1', () => {
    const batched = tilesOf(65_000);
    while (batched.edge.size < 66_000) {
      batched.append(leaves.slice(batched.edge.size, Math.min(batched.edge.size + 67, 66_000)));
    }
    expect(contents(batched)).toEqual(contents(tilesOf(66_000)));
    expect(batched.tiles.get('1/0')).toHaveLength(8192);
    expect(batched.tiles.get('2/0')).toEqual(naiveRoot(leaves.slice(0, 65_536)));
  });

  it('list only the changed ones, each once, and never an empty one', () => {
    const store = tilesOf(255);
    expect(store.append(leaves.slice(255, 256)).map(({ level, index }) => `${level}/${index}`)).toEqual([
      '0/0',
      '1/0',
    ]);
    expect(store.append(leaves.slice(256, 257)).map(({ level, index }) => `${level}/${index}`)).toEqual([
      '0/1',
    ]);
    expect(store.append([])).toEqual([]);
  });

  it.each([0, 1, 255, 256, 257, 511, 65_535, 65_536, 65_537, 70_000])(
    'let an appender resume at size %i with one read of its right edge',
    async (size) => {
      const store = tilesOf(size);
      const edge = await readEdge(store, size);
      expect(edge.partials.map((hashes) => Buffer.from(hashes))).toEqual(
        store.edge.partials.slice(0, edge.partials.length).map((hashes) => Buffer.from(hashes)),
      );
      expect(store.reads).toBe(size === 0 ? 0 : 1);
      const resumed = appendLeaves(edge, leaves.slice(0, 300));
      expect(rootFromEdge(resumed.edge)).toEqual(
        rootFromEdge(appendLeaves(store.edge, leaves.slice(0, 300)).edge),
      );
    },
  );

  it('contain every older tree: the edge and the root of any smaller size can be read', async () => {
    const store = tilesOf(2000);
    for (const size of [0, 1, 2, 3, 255, 256, 257, 511, 512, 513, 1023, 1999, 2000]) {
      const root = naiveRoot(leaves.slice(0, size));
      expect(await rootFromTiles(store, size)).toEqual(root);
      expect(rootFromEdge(await readEdge(store, size))).toEqual(root);
    }
  });

  it('refuse an edge whose tiles are missing or too short', () => {
    expect(edgeTileIds(257)).toEqual([
      { level: 0, index: 1 },
      { level: 1, index: 0 },
    ]);
    expect(() => edgeFromTiles(257, [undefined, leaves[0]])).toThrow(MissingTileError);
    expect(() => edgeFromTiles(257, [required(leaves[0], 'leaves[0]').subarray(1), leaves[0]])).toThrow(
      MissingTileError,
    );
  });

  it('refuse a leaf hash that does not have 32 bytes', () => {
    expect(() => appendLeaves(emptyEdge, [Buffer.alloc(31)])).toThrow(RangeError);
  });
});
