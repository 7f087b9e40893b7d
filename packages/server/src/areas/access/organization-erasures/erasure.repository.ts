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
  /** Rows by the name of their table. */
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

/** Begins one; what an earlier one that failed has deleted stays counted. */
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

/** Counts rows that the same transaction deleted. */
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

/** Deletes jobs of the organization that wait for their turn. Those under way find nothing more to do. */
export async function deleteJobs(query: QueryRows, orgId: string): Promise<void> {
  await query(
    `with gone as (
       delete from graphile_worker._private_jobs where payload ->> 'orgId' = $1::text and locked_at is null returning 1
     ) update organization_erasures set jobs_deleted = jobs_deleted + (select count(*) from gone)
     where org_id = $1::uuid`,
    [orgId],
  );
}

/** Has every node forget which subscriptions and workflows an event of the organization sets off. */
export async function forgetRoutes(query: QueryRows, orgId: string): Promise<void> {
  await query(`update event_logs set routes_version = nextval('routes_versions') where org_id = $1`, [orgId]);
}

/** Takes the payload out of the next events; answers whether some are left. */
export async function redactEvents(query: QueryRows, orgId: string, most: number): Promise<boolean> {
  const rows = await query<{ is_behind: boolean }>(
    `with done as (
       select redact_events(org_id, redacted_size, $2) as through from organization_erasures where org_id = $1
     ) update organization_erasures r set redacted_size = done.through from done where r.org_id = $1
     returning r.redacted_size < (select size from event_logs l where l.org_id = $1) as is_behind`,
    [orgId, most],
  );
  return only(rows).is_behind;
}

/** No event of the organization is appended until the transaction ends. */
export async function lockLog(tx: AccessTransaction, orgId: string): Promise<void> {
  await rowsIn(tx)('select 1 from event_logs where org_id = $1 for no key update', [orgId]);
}

/** Files of the organization, kept or not. */
export async function nextFiles(db: AccessDatabase, orgId: string): Promise<string[]> {
  const rows = await rowsIn(db)<{ key: string }>('select key from blobs where org_id = $1 limit 100', [
    orgId,
  ]);
  return rows.map(({ key }) => key);
}

/** Ends it, and takes its name from the organization. Undefined when it had ended. */
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

/** Of an export that is to go with its organization. */
export async function deleteExports(query: QueryRows, orgId: string): Promise<void> {
  await query('delete from organization_exports where org_id = $1', [orgId]);
}
