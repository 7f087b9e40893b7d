import { sql } from 'kysely';
import {
  column,
  defineTable,
  type QueryRows,
  type RowOf,
  selectPage,
  toJson,
} from '../../../kit/db/index.ts';
import type { AccessDatabase } from '../access-tables.ts';

export const apiRequests = defineTable('api_requests', {
  orgId: column.uuid(),
  id: column.uuid(),
  actor: column.text(),
  environment: column.text(),
  method: column.text(),
  route: column.text(),
  path: column.text().orNull(),
  status: column.integer(),
  code: column.text().orNull(),
  field: column.text().orNull(),
  durationMs: column.float(),
  requests: column.integer(),
  address: column.text().orNull(),
});

/**
 * One request, or several combined into one record. `actor` is a public id; `durationMs` is that of the
 * slowest.
 */
export type ApiRequest = RowOf<typeof apiRequests>;

/** Inserts request records; combined ones that already exist are updated. */
export async function saveRequests(query: QueryRows, rows: readonly ApiRequest[]): Promise<void> {
  await query(
    `insert into api_requests (${apiRequests.written})
     select ${apiRequests.written} from json_populate_recordset(null::api_requests, $1::json)
     on conflict (org_id, id) do update set requests = excluded.requests, duration_ms = excluded.duration_ms`,
    [toJson(apiRequests, rows)],
  );
}

export interface RequestFilter {
  actor?: string | undefined;
  method?: string | undefined;
  route?: string | undefined;
  /** Both inclusive. */
  status?: { from: number; to: number } | undefined;
  code?: string | undefined;
  /** Id bounds, both inclusive; ids begin with the time. */
  ids: { from?: string | undefined; to?: string | undefined };
}

/** Newest first. */
export async function listRequests(
  db: AccessDatabase,
  orgId: string,
  filter: RequestFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: ApiRequest[]; total: number }> {
  const found = matching(db, orgId, filter);
  return selectPage(db, {
    rows: found.select(fields).orderBy('id', 'desc').limit(page.limit).offset(page.offset),
    matching: found.select((select) => select.lit(1).as('matched')),
    page,
  });
}

export function findRequest(db: AccessDatabase, orgId: string, id: string): Promise<ApiRequest | undefined> {
  return db
    .selectFrom('api_requests')
    .select(fields)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
}

const fields = [
  ...(['id', 'actor', 'environment', 'method', 'route', 'path', 'status', 'code', 'field'] as const),
  ...(['requests', 'address', 'org_id as orgId', 'duration_ms as durationMs'] as const),
] as const;

function matching(db: AccessDatabase, orgId: string, filter: RequestFilter) {
  const { actor, method, route, status, code, ids } = filter;
  let found = db.selectFrom('api_requests').where('org_id', '=', orgId);
  if (actor !== undefined) found = found.where('actor', '=', actor);
  if (method !== undefined) found = found.where('method', '=', method);
  if (route !== undefined) found = found.where('route', '=', route);
  if (code !== undefined) found = found.where('code', '=', code);
  if (status !== undefined) found = found.where('status', '>=', status.from).where('status', '<=', status.to);
  if (ids.from !== undefined) found = found.where('id', '>=', ids.from);
  if (ids.to !== undefined) found = found.where('id', '<=', ids.to);
  return found;
}

/** Deletes requests older than `before` (an id), and those beyond an organization's newest `most`. */
export async function deleteOldRequests(
  db: AccessDatabase,
  { before, most }: { before: string; most: number },
): Promise<void> {
  await sql`
    with recursive owners as (
      (select org_id from api_requests order by org_id limit 1)
      union all
      select (select r.org_id from api_requests r where r.org_id > o.org_id order by r.org_id limit 1)
      from owners o where o.org_id is not null
    ), bounds as (
      select o.org_id, greatest(${before}::uuid,
        (select r.id from api_requests r where r.org_id = o.org_id order by r.id desc offset ${most} limit 1)) as until
      from owners o where o.org_id is not null
    )
    delete from api_requests r using bounds b where r.org_id = b.org_id and r.id <= b.until`.execute(db);
}
