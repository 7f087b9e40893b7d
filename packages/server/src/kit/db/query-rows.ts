import { CompiledQuery, type QueryExecutorProvider } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { repeatRolledBack } from './rolled-back.ts';

/** Runs a statement of fixed text with numbered parameters and returns its rows. */
export type QueryRows = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

/** The row of a statement that returns exactly one. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`One row was expected, not ${rows.length}`);
  return row;
}

/** Runs each statement on any free connection of the pool, in its own transaction. */
export function queryPool(pool: Pool): QueryRows {
  return async <Row>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as Row[];
}

/** The same on one connection, within its current transaction, if any. */
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
 * Runs work in one transaction: committed when it returns, rolled back when it throws. If the database rolls
 * it back in favour of another transaction, it runs again, so it must not have effects outside the
 * transaction that may not be repeated.
 */
export function inTransaction<T>(pool: Pool, work: (query: QueryRows) => Promise<T>): Promise<T> {
  return repeatRolledBack(() => inOneTransaction(pool, work));
}

/** The same without retries: the caller retries what was rolled back. */
export async function inOneTransaction<T>(pool: Pool, work: (query: QueryRows) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const value = await work(queryClient(client));
    await client.query('commit');
    return value;
  } catch (error) {
    // A connection that cannot even roll back is unusable.
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
