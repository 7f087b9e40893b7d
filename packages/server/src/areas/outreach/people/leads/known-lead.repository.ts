import type { QueryRows } from '../../../../kit/db/index.ts';

export async function hasImport(query: QueryRows, orgId: string, id: string): Promise<boolean> {
  const rows = await query('select 1 from lead_imports where org_id = $1 and id = $2', [orgId, id]);
  return rows.length > 0;
}

/** Which of these leads exist. */
export async function existingLeads(
  query: QueryRows,
  orgId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await query<{ id: string }>(
    'select id from leads where org_id = $1 and id = any($2::uuid[])',
    [orgId, [...ids]],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Those of the leads that exist; they cannot be erased until the transaction ends, so whoever erases one also
 * erases what is written about it here. Waits for an erasure that is under way, or counts the lead as erased.
 */
export async function holdLeads(
  query: QueryRows,
  orgId: string,
  ids: readonly string[],
  { waits }: { waits: boolean },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await query<{ id: string }>(
    `select id from leads where org_id = $1 and id = any($2::uuid[]) order by id
     for key share${waits ? '' : ' skip locked'}`,
    [orgId, [...ids]],
  );
  return new Set(rows.map(({ id }) => id));
}
