import { appendLeaves, emptyEdge, type Tile, type TileId, type TileStore, type TreeEdge } from '../tiles.ts';

/** In-memory tiles, as a log's table would hold them; counts reads. */
export class MemoryTiles implements TileStore {
  readonly tiles = new Map<string, Buffer>();
  edge: TreeEdge = emptyEdge;
  reads = 0;
  tilesRead = 0;

  async readTiles(ids: readonly TileId[]): Promise<(Buffer | undefined)[]> {
    this.reads++;
    this.tilesRead += ids.length;
    return ids.map(({ level, index }) => this.tiles.get(`${level}/${index}`));
  }

  /** Appends one batch and stores the changed tiles; returns them. */
  append(leafHashes: readonly Uint8Array[]): Tile[] {
    const { edge, tiles } = appendLeaves(this.edge, leafHashes);
    for (const { level, index, hashes } of tiles) this.tiles.set(`${level}/${index}`, Buffer.from(hashes));
    this.edge = edge;
    return tiles;
  }
}
