import type { InBatch } from '../../../engine/organization-data/index.ts';
import {
  column,
  defineTable,
  insertRows,
  type NewRowOf,
  only,
  type QueryRows,
  type RowOf,
  rowsIn,
} from '../../../kit/db/index.ts';
import type { AccessDatabase, AccessTransaction } from '../access-tables.ts';

export const erasureStatuses = ['running', 'completed', 'failed'] as const;
export type ErasureStatus = (typeof erasureStatuses)[number];

export const organizationErasures = defineTable('organization_erasures', {
  orgId: column.uuid(),
  requestedBy: column.text(),
  status: column.text<ErasureStatus>(),
  requestedAt: column.timestamp(),
  completedAt: column.timestamp().orNull().filled(),
  /** Deleted rows by table name. */
  deleted: column.json<Record<string, number>>().filled(),
  filesDeleted: column.integer().filled(),
  jobsDeleted: column.integer().filled(),
  redactedSize: column.integer().filled(),
  error: column.text().orNull().filled(),
});

export type Erasure = RowOf<typeof organizationErasures>;

export async function findErasure(
  db: AccessDatabase | AccessTransaction,
  orgId: string,
): Promise<Erasure | undefined> {
  const [found] = await rowsIn(db)<Erasure>(
    `select ${organizationErasures.columns} from organization_erasures where org_id = $1`,
    [orgId],
  );
  return found;
}

/** Starts an erasure; counts of an earlier one that failed are kept. */
export async function beginErasure(
  tx: AccessTransaction,
  row: Omit<NewRowOf<typeof organizationErasures>, 'status'>,
): Promise<void> {
  const made = await insertRows(rowsIn(tx), organizationErasures, [{ ...row, status: 'running' }], {
    skipTaken: ['orgId'],
    returning: ['orgId'],
  });
  if (made.length > 0) return;
  await rowsIn(tx)(
    `update organization_erasures set status = 'running', error = null, requested_by = $2, requested_at = $3
     where org_id = $1 and status = 'failed'`,
    [row.orgId, row.requestedBy, row.requestedAt],
  );
}

/** Counts rows deleted in the same transaction. */
export async function noteDeleted(
  query: QueryRows,
  orgId: string,
  { table, rows }: { table: string; rows: number },
): Promise<void> {
  await query(
    `update organization_erasures set deleted = jsonb_set(deleted::jsonb, array[$2::text],
       to_jsonb(coalesce((deleted ->> $2)::bigint, 0) + $3::bigint))::json
     where org_id = $1`,
    [orgId, table, rows],
  );
}

export async function noteFileDeleted(db: AccessDatabase, orgId: string): Promise<void> {
  await rowsIn(db)('update organization_erasures set files_deleted = files_deleted + 1 where org_id = $1', [
    orgId,
  ]);
}

/** Deletes the organization's waiting jobs. Running ones find nothing left to do. */
export async function deleteJobs(query: QueryRows, orgId: string): Promise<void> {
  const { count } = only(
    await query<{ count: number }>(
      `with gone as (
         delete from graphile_worker._private_jobs where payload ->> 'orgId' = $1::text and locked_at is null returning 1
       ) select count(*)::int as count from gone`,
      [orgId],
    ),
  );
  if (count === 0) return;
  await query('update organization_erasures set jobs_deleted = jobs_deleted + $2 where org_id = $1', [
    orgId,
    count,
  ]);
}

/** Makes every node forget which subscriptions and workflows the organization's events trigger. */
export async function forgetRoutes(query: QueryRows, orgId: string): Promise<void> {
  await query(
    `with next as materialized (select nextval('routes_versions') as version)
     update event_logs set routes_version = next.version from next where org_id = $1`,
    [orgId],
  );
}

/**
 * Redacts the payloads of the next events; returns whether any are left. The work is done by the owner of the
 * log, in a transaction of its own: with a distributed log, nothing else may touch it in the same
 * transaction. Idempotent.
 */
export async function redactEvents(inBatch: InBatch, orgId: string, most: number): Promise<boolean> {
  const [open] = await inBatch((query) =>
    query<{ from: number; size: number }>(
      `select r.redacted_size::float8 as "from", l.size::float8 as size from organization_erasures r
       join event_logs l on l.org_id = $1 where r.org_id = $1`,
      [orgId],
    ),
  );
  if (open === undefined || open.from >= open.size) return false;
  const { through } = only(
    await inBatch((query) =>
      query<{ through: number }>('select redact_events($1, $2, $3)::float8 as through', [
        orgId,
        open.from,
        most,
      ]),
    ),
  );
  await inBatch((query) =>
    query('update organization_erasures set redacted_size = $2 where org_id = $1', [orgId, through]),
  );
  return through < open.size;
}

/** Blocks appends to the organization's log until the transaction ends. */
export async function lockLog(tx: AccessTransaction, orgId: string): Promise<void> {
  await rowsIn(tx)('select 1 from event_logs where org_id = $1 for no key update', [orgId]);
}

/** The organization's files, kept or not. */
export async function nextFiles(db: AccessDatabase, orgId: string): Promise<string[]> {
  const rows = await rowsIn(db)<{ key: string }>('select key from blobs where org_id = $1 limit 100', [
    orgId,
  ]);
  return rows.map(({ key }) => key);
}

/** Completes the erasure and blanks the organization's name. Undefined when it had already ended. */
export async function completeErasure(
  tx: AccessTransaction,
  orgId: string,
  at: Date,
): Promise<Erasure | undefined> {
  const rows = await rowsIn(tx)<Erasure>(
    `with named as (
       update organizations set name = 'erased ' || id::text, erased_at = $2 where id = $1
     ) update organization_erasures set status = 'completed', completed_at = $2
     where org_id = $1 and status = 'running' returning ${organizationErasures.columns}`,
    [orgId, at],
  );
  return rows[0];
}

export async function failErasure(db: AccessDatabase, orgId: string, error: string): Promise<void> {
  await rowsIn(db)(
    `update organization_erasures set status = 'failed', error = $2 where org_id = $1 and status = 'running'`,
    [orgId, error],
  );
}

/** Deletes the exports of an organization that is being erased. */
export async function deleteExports(query: QueryRows, orgId: string): Promise<void> {
  await query('delete from organization_exports where org_id = $1', [orgId]);
}
