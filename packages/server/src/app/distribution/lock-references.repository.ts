import type pg from 'pg';

/** Less than `deadlock_timeout` (1 s), after which PostgreSQL aborts a member of a deadlock. */
const DEADLOCK_BACKOFF = '500ms';
const LOCK_NOT_AVAILABLE = '55P03';
const CANCELED = '57014';

/** A table and all tables connected to it by chains of foreign keys in either direction. */
const REFERENCES = `
  with recursive reached(id) as (
    select $1::regclass::oid
    union
    select case k.conrelid when r.id then k.confrelid else k.conrelid end
    from reached r join pg_constraint k on k.contype = 'f' and r.id in (k.conrelid, k.confrelid)
  )
  select id::regclass::text as name from reached order by id`;

/**
 * Locks a table and everything connected to it for the rest of the transaction, before any change: Citus
 * would lock the tables one by one as it goes, and clients that hold a later one while waiting for an earlier
 * one would be aborted as deadlock victims. Throws with SQLSTATE 55P03 when the locks are not available
 * quickly; clients then continue.
 */
export async function lockWithReferences(client: pg.ClientBase, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(REFERENCES, [table]);
  await client.query(`set local statement_timeout = '${DEADLOCK_BACKOFF}'`);
  try {
    await client.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access exclusive mode`);
  } catch (error) {
    if ((error as { code?: string }).code !== CANCELED) throw error;
    const late = new Error(`others hold ${table} or what is tied to it`, { cause: error });
    throw Object.assign(late, { code: LOCK_NOT_AVAILABLE });
  }
  await client.query('set local statement_timeout to default');
}
