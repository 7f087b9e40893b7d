import { CompiledQuery, type QueryExecutorProvider } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { repeatRolledBack } from './rolled-back.ts';

/** Runs a statement whose text is fixed, its values numbered, and gives its rows. */
export type QueryRows = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

/** The row of a statement that gives exactly one. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`One row was expected, not ${rows.length}`);
  return row;
}

/** Single statements on whatever connection of the pool is free, each in a transaction of its own. */
export function queryPool(pool: Pool): QueryRows {
  return async <Row>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as Row[];
}

/** The same on one connection, within whatever transaction it is. */
export function queryClient(client: ClientBase): QueryRows {
  return async <Row>(text: string, values: unknown[] = []) =>
    (await client.query(text, values)).rows as Row[];
}

/** The same in a transaction of the unit of work, or on the database itself. */
export function rowsIn(db: QueryExecutorProvider): QueryRows {
  return async <Row>(text: string, values: unknown[] = []) =>
    (await db.getExecutor().executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
}

/**
 * Runs work in one transaction: committed when it returns, rolled back when it throws. What the database rolls back for another
 * transaction is run again, so the work does nothing outside of its transaction that must not be done twice.
 */
export function inTransaction<T>(pool: Pool, work: (query: QueryRows) => Promise<T>): Promise<T> {
  return repeatRolledBack(() => inOneTransaction(pool, work));
}

/** The same, and whoever calls it does again what was rolled back. */
export async function inOneTransaction<T>(pool: Pool, work: (query: QueryRows) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const value = await work(queryClient(client));
    await client.query('commit');
    return value;
  } catch (error) {
    // A connection that cannot even roll back is of no further use.
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
