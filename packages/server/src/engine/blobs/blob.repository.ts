import type { QueryRows } from '../../kit/db/index.ts';
import type { AnyTransaction } from '../spine/index.ts';

/** A file whose bytes are still to come; nobody keeps it yet. */
export async function insertBlob(
  query: QueryRows,
  blob: { key: string; orgId: string; createdAt: Date },
): Promise<void> {
  await query("insert into blobs (key, org_id, size_bytes, sha256, created_at) values ($1, $2, 0, '', $3)", [
    blob.key,
    blob.orgId,
    blob.createdAt,
  ]);
}

/** Writes what was stored. */
export async function settleBlob(
  query: QueryRows,
  { key, sizeBytes, sha256 }: { key: string; sizeBytes: number; sha256: Buffer },
): Promise<void> {
  await query('update blobs set size_bytes = $2, sha256 = $3 where key = $1', [key, sizeBytes, sha256]);
}

export async function keepBlob(tx: AnyTransaction, key: string): Promise<void> {
  await tx.updateTable('blobs').set({ is_kept: true }).where('key', '=', key).execute();
}

/** Keys of files older than that which nobody keeps, the oldest first. */
export async function findUnkept(query: QueryRows, before: Date, most: number): Promise<string[]> {
  const rows = await query<{ key: string }>(
    'select key from blobs where not is_kept and created_at < $1 order by created_at limit $2',
    [before, most],
  );
  return rows.map(({ key }) => key);
}

/** Of these, those that nobody has come to keep. */
export async function removeUnkept(query: QueryRows, keys: readonly string[]): Promise<void> {
  await query('delete from blobs where not is_kept and key = any($1)', [keys]);
}

export async function removeBlob(query: QueryRows, key: string): Promise<void> {
  await query('delete from blobs where key = $1', [key]);
}
