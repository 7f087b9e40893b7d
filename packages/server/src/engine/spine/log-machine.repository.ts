import type { QueryRows } from '../../kit/db/index.ts';

/**
 * The number of the machine that has each log; null where all of them are on the one that is asked. Nothing at all where
 * they cannot be anywhere else.
 */
export async function findLogMachines(
  query: QueryRows,
  orgIds: readonly string[],
): Promise<Map<string, number | null>> {
  const rows = await query<{ org_id: string; machine: number | null }>('select * from log_machines($1)', [
    orgIds,
  ]);
  return new Map(rows.map(({ org_id, machine }) => [org_id, machine]));
}
