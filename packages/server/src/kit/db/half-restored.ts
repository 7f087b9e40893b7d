import type pg from 'pg';

/** Exists from before a restore writes its first table until its rows are committed. */
export const halfRestoredTable = 'unfinished_restore';

/** The problem to report when `isHalfRestoredDatabase` is true. */
export const halfRestoredProblem =
  'A restore into this database was broken off, so it holds tables without their rows. Make an empty database, and restore into that one.';

/** Whether a restore into this database was started but never finished. */
export async function isHalfRestoredDatabase(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass($1) is not null as "isThere"`,
    [halfRestoredTable],
  );
  return rows[0]?.isThere === true;
}
