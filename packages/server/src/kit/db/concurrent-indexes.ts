import type pg from 'pg';
import { MigrationError } from './migration-error.ts';

/** One index of a migration that is built, or dropped, while writers go on. */
export interface IndexStatement {
  index: string;
  /** Undefined for one that drops it. */
  table: string | undefined;
  text: string;
}

const CREATE = /^create (?:unique )?index concurrently (\w+)\s+on (\w+)[\s(]/i;
const DROP = /^drop index concurrently if exists (\w+)$/i;

/**
 * The statements of a migration outside a transaction, or undefined if it has none. Such a migration does nothing
 * else: what it had done before it was interrupted would not be undone.
 */
export function readIndexStatements(name: string, sql: string): IndexStatement[] | undefined {
  if (!/^\s*(create|drop)\b[^;]*\bconcurrently\b/im.test(sql)) return undefined;
  return sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => {
      const [, index, table] = CREATE.exec(text) ?? DROP.exec(text) ?? [];
      if (index !== undefined) return { index, table, text };
      throw new MigrationError(
        `Migration ${name} builds an index concurrently, and so may contain only "create [unique] index concurrently <name> on <table>" and "drop index concurrently if exists <name>". This is neither: ${text.slice(0, 80)}`,
      );
    });
}

/**
 * Builds or drops each index outside a transaction. May be repeated: an index that an interrupted attempt left
 * behind is invalid, and made anew.
 */
export async function applyIndexStatements(
  client: pg.ClientBase,
  statements: readonly IndexStatement[],
): Promise<void> {
  for (const { index, table, text } of statements) {
    if (table === undefined) {
      await afterDeadlocks(() => client.query(text));
      continue;
    }
    await refusePartitioned(client, table);
    await afterDeadlocks(async () => {
      const found = await findIndex(client, index);
      if (found !== undefined && found.table !== table) {
        throw new Error(`the index ${index} exists already, on the table ${found.table}`);
      }
      if (found?.isValid === true) return;
      if (found !== undefined) await client.query(`drop index concurrently if exists ${index}`);
      await client.query(text);
    });
  }
}

async function findIndex(
  client: pg.ClientBase,
  index: string,
): Promise<{ table: string; isValid: boolean } | undefined> {
  const { rows } = await client.query<{ table: string; isValid: boolean }>(
    `select c.relname as table, i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indexrelid = to_regclass($1)`,
    [index],
  );
  return rows[0];
}

/** PostgreSQL cannot do it for all parts of a table at once, and its own message does not say which table. */
async function refusePartitioned(client: pg.ClientBase, table: string): Promise<void> {
  const { rows } = await client.query(`select from pg_class where oid = to_regclass($1) and relkind = 'p'`, [
    table,
  ]);
  if (rows.length > 0) {
    throw new Error(
      `the table ${table} has partitions, on which PostgreSQL builds no index concurrently. Build it on each of them`,
    );
  }
}

const DEADLOCK = '40P01';
const MAX_TRIES = 20;

/**
 * The build waits for all transactions that are older. A node of an earlier version that starts now is one of
 * them, and waits for the lock of the migrations; PostgreSQL then ends one of the two.
 */
async function afterDeadlocks(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries === MAX_TRIES || (error as { code?: string }).code !== DEADLOCK) throw error;
    }
  }
}
