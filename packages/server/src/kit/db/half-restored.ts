import type pg from 'pg';

/** Is there from before the first table of a restore until its rows are committed. */
export const halfRestoredTable = 'unfinished_restore';

/** What is wrong with a database of which `isHalfRestoredDatabase` is true. */
export const halfRestoredProblem =
  'A restore into this database was broken off, so it holds tables without their rows. Make an empty database, and restore into that one.';

/** Whether a restore into this database was begun and not ended. */
export async function isHalfRestoredDatabase(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass($1) is not null as "isThere"`,
    [halfRestoredTable],
  );
  return rows[0]?.isThere === true;
}
