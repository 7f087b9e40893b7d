import type { QueryRows } from '../../kit/db/index.ts';
import type { AnyTransaction } from '../spine/index.ts';

/** A file whose bytes have not arrived yet; nobody keeps it so far. */
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

/** Records what was stored. */
export async function settleBlob(
  query: QueryRows,
  { key, orgId, sizeBytes, sha256 }: { key: string; orgId: string; sizeBytes: number; sha256: Buffer },
): Promise<void> {
  await query('update blobs set size_bytes = $2, sha256 = $3 where key = $1 and org_id = $4', [
    key,
    sizeBytes,
    sha256,
    orgId,
  ]);
}

export async function keepBlob(tx: AnyTransaction, orgId: string, key: string): Promise<void> {
  await tx
    .updateTable('blobs')
    .set({ is_kept: true })
    .where('org_id', '=', orgId)
    .where('key', '=', key)
    .execute();
}

export interface UnkeptBlob {
  key: string;
  orgId: string;
}

/** Unkept files older than `before`, oldest first. */
export function findUnkept(query: QueryRows, before: Date, most: number): Promise<UnkeptBlob[]> {
  return query<UnkeptBlob>(
    'select key, org_id as "orgId" from blobs where not is_kept and created_at < $1 order by created_at limit $2',
    [before, most],
  );
}

/** Deletes those that are still unkept. */
export async function removeUnkept(query: QueryRows, blobs: readonly UnkeptBlob[]): Promise<void> {
  await query('delete from blobs where not is_kept and key = any($1) and org_id = any($2::uuid[])', [
    blobs.map(({ key }) => key),
    [...new Set(blobs.map(({ orgId }) => orgId))],
  ]);
}

export async function removeBlob(query: QueryRows, orgId: string, key: string): Promise<void> {
  await query('delete from blobs where org_id = $1 and key = $2', [orgId, key]);
}
