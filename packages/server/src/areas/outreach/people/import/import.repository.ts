import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import {
  column,
  defineTable,
  insertRows,
  type NewRowOf,
  queryPage,
  type RowOf,
  rowsIn,
} from '../../../../kit/db/index.ts';
import type { Detected, ImportOptions } from './staging.ts';

export type ImportStatus =
  | 'uploading'
  | 'queued'
  | 'processing'
  | 'completed'
  | 'completed_with_errors'
  | 'failed'
  | 'cancelled';

export const leadImports = defineTable('lead_imports', {
  id: column.uuid(),
  orgId: column.uuid(),
  status: column.text<ImportStatus>(),
  options: column.json<ImportOptions>(),
  fileName: column.text().orNull(),
  blobKey: column.text().orNull(),
  sizeBytes: column.integer(),
  sha256: column.text(),
  detected: column.json<Detected>(),
  rowCount: column.integer(),
  validRowCount: column.integer(),
  invalidRowCount: column.integer(),
  duplicateInFileCount: column.integer(),
  duplicateExistingCount: column.integer(),
  suppressedCount: column.integer(),
  insertedCount: column.integer().filled(),
  updatedCount: column.integer().filled(),
  mergedRows: column.computed<number>(
    '(select coalesce(sum(upper(r) - lower(r)), 0)::bigint from unnest(merged_ranges) r)',
  ),
  rejectsOf: column.uuid().orNull(),
  error: column.json<{ code: string; message: string }>().orNull().filled(),
  correlationId: column.text().orNull(),
  createdAt: column.timestamp(),
  startedAt: column.timestamp().orNull(),
  completedAt: column.timestamp().orNull(),
});

export type LeadImport = RowOf<typeof leadImports>;

/** Includes columns that only statements read. */
export const newImports = defineTable('lead_imports', {
  ...leadImports.fields,
  campaignId: column.uuid().orNull(),
  optionsHash: column.text(),
  /** For imports that are complete as soon as they are answered. */
  booksRevision: column.integer().orNull(),
});

export type NewImport = Omit<NewRowOf<typeof newImports>, 'campaignId' | 'startedAt'>;

/** Undefined when the id already exists. */
export async function insertImport(tx: AnyTransaction, one: NewImport): Promise<LeadImport | undefined> {
  const row = {
    ...one,
    campaignId: one.options.campaignId,
    startedAt: one.completedAt && one.createdAt,
  };
  const written = await insertRows(rowsIn(tx), newImports, [row], { skipTaken: true, returning: ['id'] });
  return written.length === 0 ? undefined : findImport(tx, one.orgId, one.id);
}

export async function findImport(
  db: AnyDatabase,
  orgId: string,
  id: string,
): Promise<LeadImport | undefined> {
  const rows = await rowsIn(db)<LeadImport>(
    `select ${leadImports.columns} from lead_imports where org_id = $1 and id = $2`,
    [orgId, id],
  );
  return rows[0];
}

/** Newest first. */
export async function listImports(
  db: AnyDatabase,
  orgId: string,
  page: { limit: number; offset: number },
): Promise<{ imports: LeadImport[]; total: number }> {
  const { rows, total } = await queryPage<LeadImport>(
    rowsIn(db),
    {
      rows: `select ${leadImports.columns} from lead_imports where org_id = $1
        order by created_at desc, id desc limit $2 offset $3`,
      matching: 'select 1 from lead_imports where org_id = $1',
      page,
    },
    [orgId, page.limit, page.offset],
  );
  return { imports: rows, total };
}

/** A counter of changes that can invalidate an earlier import's results. */
export async function readBooksRevision(db: AnyDatabase, orgId: string): Promise<number> {
  const rows = await rowsIn(db)<{ revision: number }>(`select revision from lead_books where org_id = $1`, [
    orgId,
  ]);
  return rows[0]?.revision ?? 0;
}

/**
 * An import of the same bytes with the same options since which no lead was erased and no suppression changed
 * or ended: its results still hold, and every lead in it is known.
 */
export async function findTwin(
  db: AnyDatabase,
  request: { orgId: string; sha256: string; optionsHash: string; now: Date },
): Promise<LeadImport | undefined> {
  const { orgId, sha256, optionsHash, now } = request;
  const rows = await rowsIn(db)<LeadImport>(
    `select ${leadImports.columns} from lead_imports i
    where org_id = $1 and sha256 = $2 and options_hash = $3
      and status in ('completed', 'completed_with_errors')
      and books_revision = coalesce((select revision from lead_books b where b.org_id = $1), 0)
      and not exists (select from suppressions s where s.org_id = $1 and s.expires_at > i.created_at and s.expires_at <= $4)
    order by created_at desc limit 1`,
    [orgId, sha256, optionsHash, now],
  );
  return rows[0];
}

/** Marks the import as running; undefined when it has ended. */
export async function startImport(
  db: AnyDatabase,
  orgId: string,
  id: string,
  now: Date,
): Promise<LeadImport | undefined> {
  const rows = await rowsIn(db)<LeadImport>(
    `update lead_imports set status = 'processing', started_at = coalesce(started_at, $1)
    where org_id = $2 and id = $3 and status in ('queued', 'processing') returning ${leadImports.columns}`,
    [now, orgId, id],
  );
  return rows[0];
}

/** Stores the final counts of a merged import; undefined when it had already ended. */
export async function completeImport(
  tx: AnyTransaction,
  orgId: string,
  id: string,
  booksRevision: number,
  now: Date,
): Promise<LeadImport | undefined> {
  const rows = await rowsIn(tx)<LeadImport>(
    `update lead_imports set
      status = case when invalid_row_count > 0 then 'completed_with_errors' else 'completed' end,
      suppressed_count = merged_suppressed,
      duplicate_existing_count = valid_row_count - duplicate_in_file_count - merged_suppressed - inserted_count,
      books_revision = $1, blob_key = null, completed_at = $2
    where org_id = $3 and id = $4 and status = 'processing' returning ${leadImports.columns}`,
    [booksRevision, now, orgId, id],
  );
  return rows[0];
}

export async function failImport(
  db: AnyDatabase,
  orgId: string,
  id: string,
  error: { code: string; message: string },
  now: Date,
): Promise<void> {
  await rowsIn(db)(
    `update lead_imports set status = 'failed', error = $1, completed_at = $2
    where org_id = $3 and id = $4 and status in ('queued', 'processing')`,
    [JSON.stringify(error), now, orgId, id],
  );
}

export interface ImportReject {
  rowNumber: number;
  line: number;
  column: string | null;
  code: string;
  detail: string | null;
  raw: string;
}

/** Rejects after a row, in file order. */
export async function readRejects(
  db: AnyDatabase,
  orgId: string,
  importId: string,
  afterRow: number,
  limit: number,
): Promise<ImportReject[]> {
  const rows = await rowsIn(db)<ImportReject>(
    `select row_number as "rowNumber", line, column_name as "column", code, detail, raw from lead_import_rejects
    where org_id = $1 and import_id = $2 and row_number > $3
    order by row_number limit $4`,
    [orgId, importId, afterRow, limit],
  );
  return rows;
}

/** The organization's imports with these ids. */
export async function existingImports(db: AnyDatabase, ids: readonly string[]): Promise<Set<string>> {
  const rows = await rowsIn(db)<{ id: string }>(
    `select id from lead_imports where id = any($1::uuid[]) and status in ('queued', 'processing')`,
    [[...ids]],
  );
  return new Set(rows.map(({ id }) => id));
}
