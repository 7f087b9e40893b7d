import type { ArchivedFile } from '../../../engine/organization-data/index.ts';
import {
  column,
  defineTable,
  insertRows,
  type NewRowOf,
  queryPage,
  type RowOf,
  rowsIn,
} from '../../../kit/db/index.ts';
import type { AccessDatabase, AccessTransaction } from '../access-tables.ts';

export const exportStatuses = ['queued', 'running', 'completed', 'failed', 'expired'] as const;
export type ExportStatus = (typeof exportStatuses)[number];

export const organizationExports = defineTable('organization_exports', {
  id: column.uuid(),
  orgId: column.uuid(),
  requestedBy: column.text(),
  status: column.text<ExportStatus>(),
  createdAt: column.timestamp(),
  completedAt: column.timestamp().orNull().filled(),
  expiresAt: column.timestamp().orNull().filled(),
  blobKey: column.text().orNull().filled(),
  sizeBytes: column.integer().orNull().filled(),
  sha256: column.text().orNull().filled(),
  files: column.json<ArchivedFile[]>().orNull().filled(),
  error: column.text().orNull().filled(),
});

export type OrganizationExport = RowOf<typeof organizationExports>;
const COLUMNS = organizationExports.columns;

export async function insertExport(
  tx: AccessTransaction,
  row: NewRowOf<typeof organizationExports>,
): Promise<void> {
  await insertRows(rowsIn(tx), organizationExports, [row]);
}

export async function findExport(
  db: AccessDatabase | AccessTransaction,
  orgId: string,
  id: string,
): Promise<OrganizationExport | undefined> {
  const [found] = await rowsIn(db)<OrganizationExport>(
    `select ${COLUMNS} from organization_exports where org_id = $1 and id = $2`,
    [orgId, id],
  );
  return found;
}

/** Newest first. */
export function listExports(
  db: AccessDatabase,
  orgId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: OrganizationExport[]; total: number }> {
  return queryPage<OrganizationExport>(
    rowsIn(db),
    {
      rows: `select ${COLUMNS} from organization_exports where org_id = $1
        order by created_at desc, id desc limit $2 offset $3`,
      count: 'select count(*) from organization_exports where org_id = $1',
    },
    [orgId, limit, offset],
  );
}

/** Whether an export is queued or running. */
export async function hasOpenExport(tx: AccessTransaction, orgId: string): Promise<boolean> {
  const open = await rowsIn(tx)(
    `select 1 from organization_exports where org_id = $1 and status in ('queued', 'running') limit 1`,
    [orgId],
  );
  return open.length > 0;
}

export async function startExport(db: AccessDatabase, id: string): Promise<void> {
  await rowsIn(db)(`update organization_exports set status = 'running' where id = $1 and status = 'queued'`, [
    id,
  ]);
}

export interface WrittenExport {
  blobKey: string;
  sizeBytes: number;
  sha256: string;
  files: ArchivedFile[];
  completedAt: Date;
  expiresAt: Date;
}

/** False when it has ended meanwhile. */
export async function completeExport(
  tx: AccessTransaction,
  id: string,
  { blobKey, sizeBytes, sha256, files, completedAt, expiresAt }: WrittenExport,
): Promise<boolean> {
  const done = await rowsIn(tx)(
    `update organization_exports set status = 'completed', blob_key = $2, size_bytes = $3, sha256 = $4, files = $5,
       completed_at = $6, expires_at = $7
     where id = $1 and status in ('queued', 'running') returning id`,
    [id, blobKey, sizeBytes, sha256, JSON.stringify(files), completedAt, expiresAt],
  );
  return done.length > 0;
}

export async function failExport(db: AccessDatabase, id: string, error: string, at: Date): Promise<void> {
  await rowsIn(db)(
    `update organization_exports set status = 'failed', error = $2, completed_at = $3
     where id = $1 and status in ('queued', 'running')`,
    [id, error, at],
  );
}

/**
 * Expires exports whose time is over; returns the files to delete, including those of earlier calls that were
 * interrupted.
 */
export async function expireExports(
  db: AccessDatabase,
  now: Date,
): Promise<{ id: string; orgId: string; blobKey: string }[]> {
  const query = rowsIn(db);
  await query(
    `update organization_exports set status = 'expired' where status = 'completed' and expires_at <= $1`,
    [now],
  );
  return query<{ id: string; orgId: string; blobKey: string }>(
    `select id, org_id as "orgId", blob_key as "blobKey" from organization_exports where status = 'expired' and blob_key is not null
     order by expires_at limit 100`,
  );
}

export async function forgetFile(db: AccessDatabase, id: string): Promise<void> {
  await rowsIn(db)('update organization_exports set blob_key = null where id = $1', [id]);
}

/** The files of all exports of an organization. */
export async function exportFiles(
  db: AccessDatabase,
  orgId: string,
): Promise<{ id: string; blobKey: string }[]> {
  return rowsIn(db)<{ id: string; blobKey: string }>(
    `select id, blob_key as "blobKey" from organization_exports where org_id = $1 and blob_key is not null limit 1000`,
    [orgId],
  );
}

/** Stored files of an organization, ordered by key. */
export async function listFiles(
  db: AccessDatabase,
  orgId: string,
  { after, limit }: { after: string; limit: number },
): Promise<{ key: string }[]> {
  return rowsIn(db)<{ key: string }>(
    'select key from blobs where org_id = $1 and is_kept and key > $2 order by key limit $3',
    [orgId, after, limit],
  );
}
