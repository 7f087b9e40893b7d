import type { QueryRows } from '../../kit/db/index.ts';

/**
 * The machine that stores each log; null where all are on the queried one. Empty when they cannot be anywhere
 * else.
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
