import type { QueryRows } from '../../kit/db/index.ts';
import { hashBytes, type Tile, type TileId, type TileStore, tileKey } from '../../kit/merkle/index.ts';

/** The tiles of one log in the database. */
export class StoredTiles implements TileStore {
  readonly #query: QueryRows;
  readonly #orgId: string;

  constructor(query: QueryRows, orgId: string) {
    this.#query = query;
    this.#orgId = orgId;
  }

  async readTiles(ids: readonly TileId[]): Promise<(Buffer | undefined)[]> {
    if (ids.length === 0) return [];
    const rows = await this.#query<{ rank: number; hashes: Buffer }>(
      `select w.rank, t.hashes
       from unnest($2::int[], $3::bigint[]) with ordinality as w(level, tile, rank)
       join event_tiles t on t.org_id = $1 and t.level = w.level and t.tile = w.tile`,
      [this.#orgId, ids.map(({ level }) => level), ids.map(({ index }) => index)],
    );
    const found = new Map(rows.map(({ rank, hashes }) => [rank - 1, hashes]));
    return ids.map((_, i) => found.get(i));
  }
}

/** Stores tiles, replacing their smaller former state. */
export async function writeTiles(query: QueryRows, orgId: string, tiles: readonly Tile[]): Promise<void> {
  await query(
    `insert into event_tiles (org_id, level, tile, hashes)
     select $1, level, tile, hashes from unnest($2::int[], $3::bigint[], $4::bytea[]) as t(level, tile, hashes)
     on conflict (org_id, level, tile) do update set hashes = excluded.hashes`,
    [
      orgId,
      tiles.map(({ level }) => level),
      tiles.map(({ index }) => index),
      tiles.map(({ hashes }) => hashes),
    ],
  );
}

/** Tiles of which some are not stored yet. */
export class OverlaidTiles implements TileStore {
  readonly #below: TileStore;
  readonly #tiles: ReadonlyMap<string, Buffer>;

  constructor(below: TileStore, tiles: readonly Tile[]) {
    this.#below = below;
    this.#tiles = new Map(tiles.map((tile) => [tileKey(tile), tile.hashes]));
  }

  async readTiles(ids: readonly TileId[]): Promise<(Uint8Array | undefined)[]> {
    const missing = ids.filter((id) => !this.#tiles.has(tileKey(id)));
    const stored = await this.#below.readTiles(missing);
    const below = new Map(missing.map((id, i) => [tileKey(id), stored[i]]));
    return ids.map((id) => this.#tiles.get(tileKey(id)) ?? below.get(tileKey(id)));
  }
}

/** Concatenated hashes as views. */
export function splitHashes(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length / hashBytes }, (_, i) =>
    bytes.subarray(i * hashBytes, (i + 1) * hashBytes),
  );
}
