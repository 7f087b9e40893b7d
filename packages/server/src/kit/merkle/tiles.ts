import { completeSubtreeRoot, emptyRoot, HASH_BYTES, nodeHash } from './hash.ts';

/**
 * Hash tiles in the layout of C2SP tlog-tiles (height 8). Tile `index` at `level` holds up to 256 hashes of
 * 32 bytes: leaf hashes at level 0, above it the roots of full tiles of the level below, so that each of its
 * entries covers 256^level leaves. A tile only grows at its end: at any older size of the tree it was a
 * prefix of what is stored now.
 */
export interface TileId {
  level: number;
  index: number;
}

/** The key of a tile in a map. */
export function tileKey({ level, index }: TileId): string {
  return `${level}/${index}`;
}

export interface Tile extends TileId {
  /** 1 to 256 hashes, concatenated. */
  hashes: Buffer;
}

export interface TileStore {
  /** The hashes of each requested tile, in the order of `ids`; undefined for a missing one. */
  readTiles(ids: readonly TileId[]): Promise<readonly (Uint8Array | undefined)[]>;
}

/** Hashes in a full tile. */
export const TILE_WIDTH = 256;

/** The store lacks a tile that a tree of the requested size must have, or has too little of it. */
export class MissingTileError extends Error {
  readonly tile: TileId;

  constructor(tile: TileId) {
    super(`Tile ${tile.index} of level ${tile.level} is missing from the store, or too short.`);
    this.name = 'MissingTileError';
    this.tile = tile;
  }
}

/** The right edge of a tree: all that is needed to append to it. */
export interface TreeEdge {
  /** Number of leaves. */
  readonly size: number;
  /** The hashes of each level's partial tile, empty where the last tile is full or there is none. */
  readonly partials: readonly Uint8Array[];
}

export const emptyEdge: TreeEdge = { size: 0, partials: [] };

/** Throws RangeError unless `size` is a valid number of leaves. */
export function checkTreeSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`${size} is not a tree size.`);
}

// The partial tile of every level: its width is one base-256 digit of the size.
function partialTiles(size: number): (TileId & { width: number })[] {
  checkTreeSize(size);
  const tiles = [];
  for (let level = 0, rest = size; rest > 0; level++, rest = Math.floor(rest / TILE_WIDTH)) {
    tiles.push({ level, index: Math.floor(rest / TILE_WIDTH), width: rest % TILE_WIDTH });
  }
  return tiles;
}

/** The tiles to read before appending to a tree of `size` leaves; `edgeFromTiles` takes their hashes. */
export function edgeTileIds(size: number): TileId[] {
  return partialTiles(size)
    .filter(({ width }) => width > 0)
    .map(({ level, index }) => ({ level, index }));
}

/**
 * The right edge, from the hashes of the tiles that `edgeTileIds(size)` lists, in that order. Tiles that have
 * grown beyond `size` are cut to it.
 * @throws MissingTileError
 */
export function edgeFromTiles(size: number, hashes: readonly (Uint8Array | undefined)[]): TreeEdge {
  let next = 0;
  const partials = partialTiles(size).map(({ level, index, width }) => {
    if (width === 0) return new Uint8Array(0);
    const stored = hashes[next++];
    if (stored === undefined || stored.length < width * HASH_BYTES)
      throw new MissingTileError({ level, index });
    return stored.subarray(0, width * HASH_BYTES);
  });
  return { size, partials };
}

/** The right edge of the tree of `size` leaves, in one read. @throws MissingTileError */
export async function readEdge(store: TileStore, size: number): Promise<TreeEdge> {
  const ids = edgeTileIds(size);
  return edgeFromTiles(size, ids.length === 0 ? [] : await store.readTiles(ids));
}

/**
 * Appends leaf hashes at the right edge. Returns the new edge and every changed tile with its full content,
 * for one upsert. Hashes each new leaf into the tree once; reads nothing.
 */
export function appendLeaves(
  edge: TreeEdge,
  leafHashes: readonly Uint8Array[],
): { edge: TreeEdge; tiles: Tile[] } {
  const tiles: Tile[] = [];
  const partials = [...edge.partials];
  let incoming = concatHashes(leafHashes);
  let leavesPerTile = TILE_WIDTH;
  for (let level = 0; incoming.length > 0; level++, leavesPerTile *= TILE_WIDTH) {
    const hashes = Buffer.concat([partials[level] ?? Buffer.alloc(0), incoming]);
    const fullTiles = Math.floor(hashes.length / (TILE_WIDTH * HASH_BYTES));
    const roots = Buffer.alloc(fullTiles * HASH_BYTES);
    const firstIndex = Math.floor(edge.size / leavesPerTile);
    for (let start = 0; start < hashes.length; start += TILE_WIDTH * HASH_BYTES) {
      const ordinal = start / (TILE_WIDTH * HASH_BYTES);
      const tile = hashes.subarray(start, start + TILE_WIDTH * HASH_BYTES);
      tiles.push({ level, index: firstIndex + ordinal, hashes: tile });
      if (ordinal < fullTiles) roots.set(completeSubtreeRoot(tile, 0, TILE_WIDTH), ordinal * HASH_BYTES);
    }
    // A copy: a view would keep the whole batch alive as long as the edge.
    partials[level] = Buffer.from(hashes.subarray(fullTiles * TILE_WIDTH * HASH_BYTES));
    incoming = roots;
  }
  return { edge: { size: edge.size + leafHashes.length, partials }, tiles };
}

function concatHashes(hashes: readonly Uint8Array[]): Buffer {
  for (const hash of hashes) {
    if (hash.length !== HASH_BYTES) throw new RangeError(`A leaf hash has ${HASH_BYTES} bytes.`);
  }
  return Buffer.concat(hashes);
}

/** The root of the tree whose right edge this is; reads nothing, hashes at most 255 nodes per level. */
export function rootFromEdge(edge: TreeEdge): Buffer {
  let root: Buffer | undefined;
  // From right to left, the complete subtrees of the tree correspond to the set bits of its size, lowest
  // first.
  for (const partial of edge.partials) {
    let end = partial.length / HASH_BYTES;
    for (let count = 1; count < TILE_WIDTH; count *= 2) {
      if (end % (2 * count) === 0) continue;
      end -= count;
      const subtree = completeSubtreeRoot(partial, end, count);
      root = root === undefined ? subtree : nodeHash(subtree, root);
    }
  }
  return root ?? emptyRoot;
}
