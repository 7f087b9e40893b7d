import type pg from 'pg';
import { only } from '../../kit/db/index.ts';
import { lockWithReferences } from './lock-references.repository.ts';
import {
  type DistributionPlan,
  type DistributionStep,
  LEADING_TABLE,
} from './plan-distribution.repository.ts';

export interface DistributeOptions {
  /** Number of shards per table; each machine holds several. */
  shards: number;
  /** The role that uses the tables, if it is not their owner. */
  serviceRole: string | undefined;
  onStep(step: DistributionStep): void;
}

/**
 * Runs the steps of a plan one by one: an interrupted step leaves its table as it was, and the next run
 * starts with it. The log's tables have triggers that refuse changes; Citus copies them to every shard if
 * allowed to.
 */
export async function distributeTables(
  client: pg.ClientBase,
  { steps }: DistributionPlan,
  { shards, serviceRole, onStep }: DistributeOptions,
): Promise<void> {
  await client.query('set citus.enable_unsafe_triggers = on');
  await client.query(`select set_config('citus.shard_count', $1, false)`, [String(shards)]);
  for (const step of steps) {
    onStep(step);
    if (serviceRole !== undefined) await keepRights(client, step.table, serviceRole);
    await untilUnlocked(client, step, () => distribute(client, step));
  }
}

/** SQLSTATEs for a deadlock and for a lock timeout. */
const LOCKED = ['40P01', '55P03'];
const MAX_TRIES = 60;
/** A step waiting for a lock blocks everything queued behind it. */
const LOCK_TIMEOUT = '2s';

/** Retries a step that got in the way of clients; it has changed nothing. */
async function untilUnlocked(
  client: pg.ClientBase,
  { isOnline }: DistributionStep,
  work: () => Promise<void>,
): Promise<void> {
  // A step that runs beside clients waits for them only at its end, and would have to start over.
  await client.query(`set lock_timeout = '${isOnline ? '0' : LOCK_TIMEOUT}'`);
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === MAX_TRIES || !LOCKED.includes((error as { code?: string }).code ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 400));
    }
  }
}

/**
 * Citus ignores column privileges: without this, clients would be refused as soon as the table is
 * distributed.
 */
async function keepRights(client: pg.ClientBase, table: string, serviceRole: string): Promise<void> {
  const { rows } = await client.query(
    'select from log_tables() where name = $1 and cardinality(moving) > 0',
    [table],
  );
  if (rows.length === 0) return;
  const [name, role] = [client.escapeIdentifier(table), client.escapeIdentifier(serviceRole)];
  await client.query(`grant update on ${name} to ${role}`);
}

async function distribute(
  client: pg.ClientBase,
  { table, kind, index, isOnline }: DistributionStep,
): Promise<void> {
  if (index !== undefined) {
    await rekey(client, table, index);
    return;
  }
  if (kind === 'move') {
    await client.query('select rebalance_table_shards()');
    return;
  }
  if (kind === 'function') {
    await client.query(
      `select create_distributed_function($1::regproc::regprocedure, 'lead', colocate_with => $2)`,
      [table, LEADING_TABLE],
    );
    return;
  }
  if (kind === 'reference') {
    await inTransaction(client, async () => {
      await lockWithReferences(client, table);
      await client.query('select create_reference_table($1)', [table]);
    });
    return;
  }
  const make = isOnline ? 'create_distributed_table_concurrently' : 'create_distributed_table';
  if (table === LEADING_TABLE)
    await client.query(`select ${make}($1, 'org_id', colocate_with => 'none')`, [table]);
  else await client.query(`select ${make}($1, 'org_id', colocate_with => $2)`, [table, LEADING_TABLE]);
}

interface IndexParts {
  columns: string;
  predicate: string | null;
  isPrimary: boolean;
}

/**
 * Adds the organization as the last column of a unique index. The new index replaces the old one once
 * complete; an interrupted one is started over.
 */
async function rekey(client: pg.ClientBase, table: string, index: string): Promise<void> {
  const { rows } = await client.query<IndexParts>(INDEX_PARTS, [index]);
  const { columns, predicate, isPrimary } = only(rows);
  const where = predicate === null ? '' : ` where ${predicate}`;
  await client.query(`drop index concurrently if exists ${index}_new`);
  await client.query(
    `create unique index concurrently ${index}_new on ${table} (${columns}, org_id)${where}`,
  );
  await inTransaction(client, async () => {
    if (isPrimary) {
      await client.query(
        `alter table ${table} drop constraint ${index}, add constraint ${index} primary key using index ${index}_new`,
      );
    } else {
      await client.query(`drop index ${index}`);
      await client.query(`alter index ${index}_new rename to ${index}`);
    }
  });
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const INDEX_PARTS = `
  select (select string_agg(pg_get_indexdef(i.indexrelid, n, true), ', ' order by n) from generate_series(1, i.indnatts) n)
      as columns,
    pg_get_expr(i.indpred, i.indrelid) as predicate, i.indisprimary as "isPrimary"
  from pg_index i where i.indexrelid = $1::regclass`;
