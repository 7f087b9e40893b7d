import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { applyIndexStatements, type IndexStatement, readIndexStatements } from './concurrent-indexes.ts';
import { MigrationError } from './migration-error.ts';

export interface Migration {
  name: string;
  sql: string;
  sha256: string;
  /**
   * The oldest version whose nodes can work on the schema that this migration leaves; undefined: only the
   * version that brings it and later ones.
   */
  bornBy?: string | undefined;
  /** Indexes that are built outside a transaction while writers go on; such a migration does nothing else. */
  indexes?: IndexStatement[] | undefined;
}

/**
 * The migrations of a folder, in order. A file is named `NNNN_what.sql` and never changes once released. A
 * line `-- Born by nodes from 1.2.0 on` lets those nodes start on the newer schema too, while a rolling
 * upgrade replaces them. A file with `create index concurrently` runs outside a transaction.
 */
export function readMigrations(dir: string): Migration[] {
  return readdirSync(dir)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(dir, name), 'utf8');
      const bornBy = /^-- Born by nodes from (\d+\.\d+\.\d+) on\b/m.exec(sql)?.[1];
      const sha256 = createHash('sha256').update(sql).digest('hex');
      return { name, sql, sha256, bornBy, indexes: readIndexStatements(name, sql) };
    });
}

// An arbitrary number that all nodes share.
const MIGRATION_LOCK = 7_420_001;

/**
 * Migrates the database to the newest schema, forward only, each migration in its own transaction, or outside of
 * one and repeatable where it builds indexes concurrently. Returns the names applied. Throws when an applied migration differs from its file, or when the database has one
 * that this version does not know and that does not admit this `version`.
 */
export function migrate(client: pg.ClientBase, migrations: Migration[], version?: string): Promise<string[]> {
  return withSchemaLock(client, async () => {
    await client.query(`create table if not exists migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
    await client.query(ADD_BORN_BY);
    const done = await checkMigrations(client, migrations, version);
    const pending = migrations.filter((migration) => !done.has(migration.name));
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  });
}

/** For tables created before the column existed; takes no lock when it is already there. */
const ADD_BORN_BY = `do $$ begin
  if not exists (select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'born_by') then
    alter table migrations add column born_by text;
  end if;
end $$`;

const LOCK_POLL_MS = 100;

/**
 * Runs `work` while nobody else can change the schema. Asks for the lock again and again: a statement that waits for
 * it would be a transaction that an index built concurrently waits for, and so for ever.
 */
export async function withSchemaLock<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  while (!(await tryLock(client))) await setTimeout(LOCK_POLL_MS);
  try {
    return await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

async function tryLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    MIGRATION_LOCK,
  ]);
  return rows[0]?.locked === true;
}

/** The names applied; throws as `migrate` does. A database without the migrations table has none applied. */
export async function checkMigrations(
  client: pg.ClientBase,
  migrations: Migration[],
  version?: string,
): Promise<Set<string>> {
  if (!(await hasMigrations(client))) return new Set();
  const { rows } = await client.query<Applied>(
    `select name, sha256, to_jsonb(m) ->> 'born_by' as "bornBy" from migrations m`,
  );
  checkHistory(rows, migrations, version);
  return new Set(rows.map((row) => row.name));
}

interface Applied {
  name: string;
  sha256: string;
  bornBy: string | null;
}

/** The migrations that the database still lacks. */
export async function pendingMigrations(
  db: pg.Pool | pg.ClientBase,
  migrations: Migration[],
): Promise<string[]> {
  if (!(await hasMigrations(db))) return migrations.map((migration) => migration.name);
  const { rows } = await db.query<{ name: string }>('select name from migrations');
  const done = new Set(rows.map((row) => row.name));
  return migrations.map((migration) => migration.name).filter((name) => !done.has(name));
}

async function hasMigrations(db: pg.Pool | pg.ClientBase): Promise<boolean> {
  const { rows } = await db.query<{ known: boolean }>(
    `select to_regclass('migrations') is not null as known`,
  );
  return rows[0]?.known ?? false;
}

function checkHistory(applied: Applied[], migrations: Migration[], version: string | undefined): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.sha256]));
  for (const { name, sha256, bornBy } of applied) {
    const expected = known.get(name);
    if (expected === undefined) {
      if (bornBy !== null && version !== undefined && !isBefore(version, bornBy)) continue;
      throw new MigrationError(
        `The database was migrated by a newer version (${name}). Run that version or a newer one.`,
      );
    }
    if (expected !== sha256) {
      throw new MigrationError(
        `Migration ${name} differs from what was applied. Restore the released file, or use another database.`,
      );
    }
  }
}

function isBefore(version: string, other: string): boolean {
  const numbers = (text: string) => text.split(/[.-]/).slice(0, 3).map(Number);
  const [ours, theirs] = [numbers(version), numbers(other)];
  const at = ours.findIndex((number, i) => number !== theirs[i]);
  return at >= 0 && (ours[at] ?? 0) < (theirs[at] ?? 0);
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  try {
    if (migration.indexes === undefined) await applyInTransaction(client, migration);
    else {
      await applyIndexStatements(client, migration.indexes);
      await note(client, migration);
    }
  } catch (error) {
    throw new MigrationError(`Migration ${migration.name} failed: ${(error as Error).message}`, error);
  }
}

async function applyInTransaction(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await note(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function note(client: pg.ClientBase, { name, sha256, bornBy }: Migration): Promise<void> {
  await client.query('insert into migrations (name, sha256, born_by) values ($1, $2, $3)', [
    name,
    sha256,
    bornBy,
  ]);
}
