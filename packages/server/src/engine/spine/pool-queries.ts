import type { Pool } from 'pg';
import type { QueryRows } from './append-statement.ts';

/** Runs each statement on whatever connection of the pool is free. */
export function queryPool(pool: Pool): QueryRows {
  return async <Row>(text: string, values: unknown[]) => (await pool.query({ text, values })).rows as Row[];
}

/** Runs work in one transaction; what it throws rolls it back. */
export async function inTransaction<T>(pool: Pool, work: (query: QueryRows) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const value = await work(
      async <Row>(text: string, values: unknown[]) => (await client.query({ text, values })).rows as Row[],
    );
    await client.query('commit');
    return value;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
