import type { Pool } from 'pg';
import { only, queryPool } from '../../kit/db/index.ts';

const PAGE = 1_000;

export interface KeptBlob {
  key: string;
  sha256: Buffer;
}

/** Every file that rows refer to, by key. */
export async function* keptBlobs(pool: Pool): AsyncGenerator<KeptBlob> {
  const query = queryPool(pool);
  for (let after = ''; ; ) {
    const rows = await query<KeptBlob>(
      `select key, sha256 from blobs where is_kept and key > $1 order by key limit ${PAGE}`,
      [after],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.key;
  }
}

/** Keys of those created since then. */
export async function keptSince(pool: Pool, since: Date): Promise<string[]> {
  const rows = await queryPool(pool)<{ key: string }>(
    'select key from blobs where is_kept and created_at > $1 order by key',
    [since],
  );
  return rows.map(({ key }) => key);
}

/** How many of these are still referred to. */
export async function countKept(pool: Pool, keys: readonly string[]): Promise<number> {
  const rows = await queryPool(pool)<{ count: number }>(
    'select count(*)::int as count from blobs where is_kept and key = any($1)',
    [keys],
  );
  return only(rows).count;
}
