import { sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import { selectPage } from '../../../../kit/db/index.ts';
import type { Detected, ImportCounts, ImportOptions } from './staging.ts';

export type ImportStatus =
  | 'uploading'
  | 'queued'
  | 'processing'
  | 'completed'
  | 'completed_with_errors'
  | 'failed'
  | 'cancelled';

/** An import as it is stored. Ids are UUIDs. */
export interface LeadImport extends ImportCounts {
  id: string;
  orgId: string;
  status: ImportStatus;
  options: ImportOptions;
  fileName: string | null;
  blobKey: string | null;
  sizeBytes: number;
  sha256: string;
  detected: Detected;
  insertedCount: number;
  updatedCount: number;
  mergedRows: number;
  rejectsOf: string | null;
  error: { code: string; message: string } | null;
  correlationId: string | null;
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
}

interface ImportRow {
  id: string;
  org_id: string;
  status: ImportStatus;
  options: ImportOptions;
  file_name: string | null;
  blob_key: string | null;
  size_bytes: number;
  sha256: string;
  detected: Detected;
  row_count: number;
  valid_row_count: number;
  invalid_row_count: number;
  duplicate_in_file_count: number;
  duplicate_existing_count: number;
  suppressed_count: number;
  inserted_count: number;
  updated_count: number;
  merged_rows: number;
  rejects_of: string | null;
  error: { code: string; message: string } | null;
  correlation_id: string | null;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
}

const columns = sql`id, org_id, status, options, file_name, blob_key, size_bytes, sha256, detected, row_count,
  valid_row_count, invalid_row_count, duplicate_in_file_count, duplicate_existing_count, suppressed_count,
  inserted_count, updated_count,
  (select coalesce(sum(upper(r) - lower(r)), 0)::bigint from unnest(merged_ranges) r) as merged_rows, rejects_of, error, correlation_id, created_at, started_at, completed_at`;

export interface NewImport extends ImportCounts {
  id: string;
  orgId: string;
  status: ImportStatus;
  options: ImportOptions;
  optionsHash: string;
  fileName: string | null;
  blobKey: string | null;
  sizeBytes: number;
  sha256: string;
  detected: Detected;
  rejectsOf: string | null;
  /** Of an import that is over as soon as it is answered. */
  booksRevision: number | null;
  correlationId: string | null;
  createdAt: Date;
  completedAt: Date | null;
}

/** Undefined when an import of this id stands already. */
export async function insertImport(tx: AnyTransaction, one: NewImport): Promise<LeadImport | undefined> {
  const { rows } = await sql<ImportRow>`
    insert into lead_imports (id, org_id, status, campaign_id, options, options_hash, file_name, blob_key, size_bytes,
      sha256, detected, row_count, valid_row_count, invalid_row_count, duplicate_in_file_count,
      duplicate_existing_count, suppressed_count, rejects_of, books_revision, correlation_id, created_at, started_at,
      completed_at)
    values (${one.id}, ${one.orgId}, ${one.status}, ${one.options.campaignId}, ${JSON.stringify(one.options)},
      ${one.optionsHash}, ${one.fileName}, ${one.blobKey}, ${one.sizeBytes}, ${one.sha256},
      ${JSON.stringify(one.detected)}, ${one.rowCount}, ${one.validRowCount}, ${one.invalidRowCount},
      ${one.duplicateInFileCount}, ${one.duplicateExistingCount}, ${one.suppressedCount}, ${one.rejectsOf},
      ${one.booksRevision}, ${one.correlationId}, ${one.createdAt}, ${one.completedAt && one.createdAt},
      ${one.completedAt})
    on conflict (id) do nothing returning ${columns}`.execute(tx);
  return rows[0] && toImport(rows[0]);
}

export async function findImport(
  db: AnyDatabase,
  orgId: string,
  id: string,
): Promise<LeadImport | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from lead_imports where org_id = ${orgId} and id = ${id}`.execute(db);
  return rows[0] && toImport(rows[0]);
}

/** Newest first. */
export async function listImports(
  db: AnyDatabase,
  orgId: string,
  page: { limit: number; offset: number },
): Promise<{ imports: LeadImport[]; total: number }> {
  const { rows, total } = await selectPage(db, {
    rows: sql<ImportRow>`select ${columns} from lead_imports where org_id = ${orgId}
      order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`,
    count: sql`select count(*) from lead_imports where org_id = ${orgId}`,
  });
  return { imports: rows.map(toImport), total };
}

/** Counts what can make an earlier import's findings untrue. */
export async function readBooksRevision(db: AnyDatabase, orgId: string): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select revision from lead_books where org_id = ${orgId}`.execute(db);
  return rows[0]?.revision ?? 0;
}

/**
 * An import of the same bytes with the same options, since which no lead was erased, no suppression
 * changed and none ended: everything it found still stands, and every lead it brought is known.
 */
export async function findTwin(
  db: AnyDatabase,
  request: { orgId: string; sha256: string; optionsHash: string; now: Date },
): Promise<LeadImport | undefined> {
  const { orgId, sha256, optionsHash, now } = request;
  const { rows } = await sql<ImportRow>`
    select ${columns} from lead_imports i
    where org_id = ${orgId} and sha256 = ${sha256} and options_hash = ${optionsHash}
      and status in ('completed', 'completed_with_errors')
      and books_revision = coalesce((select revision from lead_books b where b.org_id = ${orgId}), 0)
      and not exists (select from suppressions s where s.org_id = ${orgId} and s.expires_at > i.created_at and s.expires_at <= ${now})
    order by created_at desc limit 1`.execute(db);
  return rows[0] && toImport(rows[0]);
}

/** Marks the import as under way; undefined when it is over. */
export async function startImport(
  db: AnyDatabase,
  orgId: string,
  id: string,
  now: Date,
): Promise<LeadImport | undefined> {
  const { rows } = await sql<ImportRow>`
    update lead_imports set status = 'processing', started_at = coalesce(started_at, ${now})
    where org_id = ${orgId} and id = ${id} and status in ('queued', 'processing') returning ${columns}`.execute(
    db,
  );
  return rows[0] && toImport(rows[0]);
}

/** Settles the counts of a merged import; undefined when it was over before. */
export async function completeImport(
  tx: AnyTransaction,
  orgId: string,
  id: string,
  booksRevision: number,
  now: Date,
): Promise<LeadImport | undefined> {
  const { rows } = await sql<ImportRow>`
    update lead_imports set
      status = case when invalid_row_count > 0 then 'completed_with_errors' else 'completed' end,
      suppressed_count = merged_suppressed,
      duplicate_existing_count = valid_row_count - duplicate_in_file_count - merged_suppressed - inserted_count,
      books_revision = ${booksRevision}, blob_key = null, completed_at = ${now}
    where org_id = ${orgId} and id = ${id} and status = 'processing' returning ${columns}`.execute(tx);
  return rows[0] && toImport(rows[0]);
}

export async function failImport(
  db: AnyDatabase,
  orgId: string,
  id: string,
  error: { code: string; message: string },
  now: Date,
): Promise<void> {
  await sql`update lead_imports set status = 'failed', error = ${JSON.stringify(error)}, completed_at = ${now}
    where org_id = ${orgId} and id = ${id} and status in ('queued', 'processing')`.execute(db);
}

export interface ImportReject {
  rowNumber: number;
  line: number;
  column: string | null;
  code: string;
  detail: string | null;
  raw: string;
}

/** Rejects behind a row, in the file's order. */
export async function readRejects(
  db: AnyDatabase,
  orgId: string,
  importId: string,
  afterRow: number,
  limit: number,
): Promise<ImportReject[]> {
  const { rows } = await sql<ImportReject>`
    select row_number as "rowNumber", line, column_name as "column", code, detail, raw from lead_import_rejects
    where org_id = ${orgId} and import_id = ${importId} and row_number > ${afterRow}
    order by row_number limit ${limit}`.execute(db);
  return rows;
}

/** The imports of an organization that are named by these ids. */
export async function existingImports(db: AnyDatabase, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from lead_imports where id = any(${[...ids]}::uuid[]) and status in ('queued', 'processing')`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

function toImport(row: ImportRow): LeadImport {
  return {
    id: row.id,
    orgId: row.org_id,
    status: row.status,
    options: row.options,
    fileName: row.file_name,
    blobKey: row.blob_key,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    detected: row.detected,
    rowCount: row.row_count,
    validRowCount: row.valid_row_count,
    invalidRowCount: row.invalid_row_count,
    duplicateInFileCount: row.duplicate_in_file_count,
    duplicateExistingCount: row.duplicate_existing_count,
    suppressedCount: row.suppressed_count,
    insertedCount: row.inserted_count,
    updatedCount: row.updated_count,
    mergedRows: row.merged_rows,
    rejectsOf: row.rejects_of,
    error: row.error,
    correlationId: row.correlation_id,
    createdAt: row.created_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
  };
}
