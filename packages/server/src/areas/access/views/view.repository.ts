import {
  column,
  defineTable,
  insertRows,
  only,
  type QueryRows,
  queryPage,
  type RowOf,
} from '../../../kit/db/index.ts';

export const savedViews = defineTable('saved_views', {
  orgId: column.uuid(),
  id: column.uuid(),
  list: column.text(),
  name: column.text(),
  filters: column.json<Record<string, string>>(),
  owner: column.text(),
  isShared: column.boolean(),
  createdAt: column.timestamp(),
});

/** `owner` is the public id of a person or a key. */
export type View = RowOf<typeof savedViews>;

/** An owner's views of a list and those that others share, by name. */
export function listViews(
  query: QueryRows,
  { orgId, owner, list }: { orgId: string; owner: string; list: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: View[]; total: number }> {
  const seen = `from saved_views where org_id = $1 and (owner = $2 or is_shared) and ($3::text is null or list = $3)`;
  return queryPage<View>(
    query,
    {
      rows: `select ${savedViews.columns} ${seen} order by list, lower(name), id limit $4 offset $5`,
      count: `select count(*) ${seen}`,
    },
    [orgId, owner, list ?? null, limit, offset],
  );
}

/** A view that somebody owns or can see; locked for a change. */
export async function lockView(
  query: QueryRows,
  orgId: string,
  id: string,
  owner: string,
): Promise<View | undefined> {
  const rows = await query<View>(
    `select ${savedViews.columns} from saved_views
     where org_id = $1 and id = $2 and (owner = $3 or is_shared) for update`,
    [orgId, id, owner],
  );
  return rows[0];
}

export async function countViews(query: QueryRows, orgId: string, owner: string): Promise<number> {
  const sql = 'select count(*)::int as views from saved_views where org_id = $1 and owner = $2';
  return only(await query<{ views: number }>(sql, [orgId, owner])).views;
}

/** False when its owner already has a view of that name on the list, or the id is taken. */
export async function insertView(query: QueryRows, view: View): Promise<boolean> {
  return (await insertRows(query, savedViews, [view], { skipTaken: true, returning: ['id'] })).length > 0;
}

/** False when its owner has another view of that name on the list. */
export async function updateView(
  query: QueryRows,
  { orgId, id, name, filters, isShared, owner, list }: View,
): Promise<boolean> {
  const rows = await query(
    `update saved_views set name = $3, filters = $4, is_shared = $5 where org_id = $1 and id = $2
     and not exists (select from saved_views o where o.org_id = $1 and o.owner = $6 and o.list = $7 and o.name = $3 and o.id <> $2)
     returning id`,
    [orgId, id, name, JSON.stringify(filters), isShared, owner, list],
  );
  return rows.length > 0;
}

export async function deleteView(query: QueryRows, orgId: string, id: string): Promise<void> {
  await query('delete from saved_views where org_id = $1 and id = $2', [orgId, id]);
}
