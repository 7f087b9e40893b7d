import { required } from '../required.ts';
import { completeSubtreeRoot, emptyRoot, HASH_BYTES, nodeHash } from './hash.ts';
import {
  checkTreeSize,
  MissingTileError,
  TILE_WIDTH,
  type TileId,
  type TileStore,
  tileKey,
} from './tiles.ts';

/** Leaves `[first, end)`: a subtree of the RFC 6962 recursion, complete or at the right edge. */
interface LeafRange {
  first: number;
  end: number;
}

/** The root of the tree of the first `size` leaves, in one read. @throws MissingTileError, RangeError */
export async function rootFromTiles(store: TileStore, size: number): Promise<Buffer> {
  checkTreeSize(size);
  if (size === 0) return emptyRoot;
  const [root] = await hashRanges(store, [{ first: 0, end: size }]);
  return required(root, 'the root of one range');
}

/**
 * The audit path PATH(index, D[size]) of RFC 6962, section 2.1.1, from the leaf's sibling up. One read, of at
 * most two tiles per level.
 * @throws RangeError unless 0 <= index < size; MissingTileError when the store has fewer leaves
 */
export async function inclusionProof(store: TileStore, index: number, size: number): Promise<Buffer[]> {
  checkTreeSize(size);
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new RangeError(`A tree of size ${size} has no leaf ${index}.`);
  }
  const path: LeafRange[] = [];
  let [first, end] = [0, size];
  while (end - first > 1) {
    const middle = first + splitPoint(end - first);
    if (index < middle) {
      path.push({ first: middle, end });
      end = middle;
    } else {
      path.push({ first, end: middle });
      first = middle;
    }
  }
  return hashRanges(store, path.reverse());
}

/**
 * PROOF(oldSize, D[newSize]) of RFC 6962, section 2.1.2: proves that the tree of `oldSize` is a prefix of the
 * tree of `newSize`. Empty when the sizes are equal or the old tree is empty. One read.
 * @throws RangeError unless 0 <= oldSize <= newSize; MissingTileError when the store has fewer leaves
 */
export async function consistencyProof(
  store: TileStore,
  oldSize: number,
  newSize: number,
): Promise<Buffer[]> {
  checkTreeSize(oldSize);
  checkTreeSize(newSize);
  if (oldSize > newSize) throw new RangeError(`A tree of size ${newSize} has no older size ${oldSize}.`);
  if (oldSize === 0) return [];
  const path: LeafRange[] = [];
  let [first, end] = [0, newSize];
  while (end !== oldSize) {
    const middle = first + splitPoint(end - first);
    if (oldSize <= middle) {
      path.push({ first: middle, end });
      end = middle;
    } else {
      path.push({ first, end: middle });
      first = middle;
    }
  }
  // The verifier has the old root, so it is not sent when it is a node of the new tree.
  if (first > 0) path.push({ first, end });
  return hashRanges(store, path.reverse());
}

// The largest power of two below `size` (RFC 6962's k).
function splitPoint(size: number): number {
  let k = 1;
  while (2 * k < size) k *= 2;
  return k;
}

/** A complete subtree as adjacent entries of one tile. */
interface TileSegment {
  tile: TileId;
  first: number;
  count: number;
}

// The complete subtrees of a range, left to right, largest first; folding them from the right gives its root.
function segmentsOf(range: LeafRange): TileSegment[] {
  const segments: TileSegment[] = [];
  for (let first = range.first; first < range.end; ) {
    const leaves = range.end - first;
    let span = 1;
    while (2 * span <= leaves) span *= 2;
    let [level, leavesPerEntry] = [0, 1];
    while (leavesPerEntry * TILE_WIDTH <= span) {
      level++;
      leavesPerEntry *= TILE_WIDTH;
    }
    const entry = first / leavesPerEntry;
    const tile = { level, index: Math.floor(entry / TILE_WIDTH) };
    segments.push({ tile, first: entry % TILE_WIDTH, count: span / leavesPerEntry });
    first += span;
  }
  return segments;
}

async function hashRanges(store: TileStore, ranges: readonly LeafRange[]): Promise<Buffer[]> {
  const plan = ranges.map(segmentsOf);
  const wanted = new Map<string, TileId>();
  for (const { tile } of plan.flat()) wanted.set(tileKey(tile), tile);
  if (wanted.size === 0) return [];
  const read = await store.readTiles([...wanted.values()]);
  const tiles = new Map([...wanted.keys()].map((key, i) => [key, read[i]]));
  const segmentRoot = ({ tile, first, count }: TileSegment): Buffer => {
    const hashes = tiles.get(tileKey(tile));
    if (hashes === undefined || hashes.length < (first + count) * HASH_BYTES)
      throw new MissingTileError(tile);
    return completeSubtreeRoot(hashes, first, count);
  };
  return plan.map((segments) =>
    segments.map(segmentRoot).reduceRight((right, left) => nodeHash(left, right)),
  );
}
