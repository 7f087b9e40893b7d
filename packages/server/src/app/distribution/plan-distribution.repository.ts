import type { QueryRows } from '../../kit/db/index.ts';
import { StartError } from '../start-error.ts';
import { findShapeFaults } from './shape-fault.repository.ts';
import { type ClassifiedTable, readTableClasses } from './table-classes.ts';

/** One step towards a table's target state. */
export interface DistributionStep {
  table: string;
  /**
   * `rekey`: adds the organization to its unique index `index`. `function`: a function, which from then on
   * runs on its organization's machine. `move`: moves shards of all tables to machines that have few.
   */
  kind: 'reference' | 'spread' | 'rekey' | 'function' | 'move';
  index?: string;
  bytes: number;
  /** Clients keep writing meanwhile. */
  isOnline: boolean;
}

export interface DistributionPlan {
  citus: string;
  workers: number;
  /** Tables already in their target state. */
  done: string[];
  /** In order of execution. */
  steps: DistributionStep[];
  /** Tables of organizations that stay on the coordinator for now. */
  staying: string[];
}

/** The table that the others are colocated with: every append locks its row of an organization. */
export const LEADING_TABLE = 'event_logs';

/** Runs on the machine of its first argument, and uses only distributed tables. */
export const SPREAD_FUNCTION = 'append_to_spread_log';

/**
 * What remains to be done on this database. Throws `StartError` with the fix when it cannot be distributed:
 * no Citus, no worker, or a table with an unsuitable schema.
 */
export async function planDistribution(query: QueryRows): Promise<DistributionPlan> {
  const citus = await expectCitus(query);
  const workers = await expectWorkers(query);
  const classes = readTableClasses();
  const meant = inOrder(classes.filter(({ tableClass, spreads }) => tableClass === 'reference' || spreads));
  const rekeyed = await expectShape(query, meant, classes);
  const stored = await readStored(
    query,
    meant.map(({ name }) => name),
  );
  const isLogical =
    (await query<{ level: string }>(`select current_setting('wal_level') as level`))[0]?.level === 'logical';
  const steps: DistributionStep[] = [];
  const done: string[] = [];
  for (const { name, tableClass } of meant) {
    const { method, bytes, hasReferences } = stored.get(name) ?? {
      method: 'local',
      bytes: 0,
      hasReferences: false,
    };
    const kind = tableClass === 'reference' ? 'reference' : 'spread';
    for (const index of rekeyed.get(name) ?? [])
      steps.push({ table: name, kind: 'rekey', index, bytes, isOnline: true });
    if (method === kind) done.push(name);
    else if (method !== 'local')
      throw new StartError(
        `The table ${name} is ${method === 'spread' ? 'distributed' : 'a reference table'} already, which it must not be. Run undistribute_table('${name}') first.`,
      );
    else steps.push({ table: name, kind, bytes, isOnline: kind === 'spread' && isLogical && !hasReferences });
  }
  if (steps.length > 0 || !(await isFunctionSpread(query)))
    steps.push({ table: SPREAD_FUNCTION, kind: 'function', bytes: 0, isOnline: true });
  if (done.includes(LEADING_TABLE)) steps.push(...(await planMoves(query)));
  const staying = classes.filter(({ tableClass, spreads }) => tableClass === 'organization' && !spreads);
  return { citus, workers, done, steps, staying: staying.map(({ name }) => name) };
}

async function isFunctionSpread(query: QueryRows): Promise<boolean> {
  const rows = await query(
    `select from pg_catalog.pg_dist_object o join pg_catalog.pg_dist_partition p using (colocationid)
     where o.classid = 'pg_proc'::regclass and o.objid = $1::regproc and o.distribution_argument_index is not null
       and p.logicalrelid = $2::regclass`,
    [SPREAD_FUNCTION, LEADING_TABLE],
  );
  return rows.length > 0;
}

/** Shards that a newly added machine should take over from the others. */
async function planMoves(query: QueryRows): Promise<DistributionStep[]> {
  const [moves] = await query<{ parts: number; bytes: number }>(
    'select count(*)::int as parts, coalesce(sum(shard_size), 0)::float8 as bytes from get_rebalance_table_shards_plan()',
  );
  if (!moves?.parts) return [];
  return [{ table: `${moves.parts} parts of tables`, kind: 'move', bytes: moves.bytes, isOnline: true }];
}

/** Referenced tables first, then the one that the rest is colocated with. */
function inOrder(tables: readonly ClassifiedTable[]): ClassifiedTable[] {
  const rank = ({ name, tableClass }: ClassifiedTable) =>
    tableClass === 'reference' ? 0 : name === LEADING_TABLE ? 1 : 2;
  return tables.toSorted((a, b) => rank(a) - rank(b));
}

async function expectCitus(query: QueryRows): Promise<string> {
  const [found] = await query<{ used: string | null; offered: string | null }>(
    `select (select extversion from pg_extension where extname = 'citus') as used,
       (select default_version from pg_available_extensions where name = 'citus') as offered`,
  );
  if (typeof found?.used === 'string') return found.used;
  throw new StartError(
    found?.offered
      ? 'Citus is installed on this server, but not in this database. Let a superuser run `create extension citus` in it, on the coordinator and on each worker.'
      : 'This database has no Citus, so it cannot be distributed. See docs/growing.md: point DATABASE_URL at the coordinator of a Citus cluster. The embedded PostgreSQL has none.',
  );
}

async function expectWorkers(query: QueryRows): Promise<number> {
  const [row] = await query<{ workers: number }>(
    `select count(*)::int as workers from pg_dist_node where noderole = 'primary' and isactive and groupid <> 0`,
  );
  if (row?.workers) return row.workers;
  throw new StartError(
    "Citus knows no worker. Let a superuser run `select citus_set_coordinator_host('<this host>')`, and `select citus_add_node('<host>', 5432)` for each worker.",
  );
}

/** Returns which indexes of which tables must be rebuilt first; throws if anything else is missing. */
async function expectShape(
  query: QueryRows,
  meant: readonly ClassifiedTable[],
  classes: readonly ClassifiedTable[],
): Promise<Map<string, string[]>> {
  const faults = await findShapeFaults(query, classes);
  const rekeyed = new Map<string, string[]>();
  for (const { name, rekeyed: meantToBe } of meant) {
    const found = faults.get(name) ?? [];
    const indexes = meantToBe?.indexes.filter((index) => found.includes(`unique ${index}`)) ?? [];
    if (indexes.length < found.length)
      throw new StartError(
        `The table ${name} is not in shape to be distributed (${found.join(', ')}). Run the newest migrations first.`,
      );
    rekeyed.set(name, indexes);
  }
  return rekeyed;
}

interface StoredTable {
  method: 'local' | 'reference' | 'spread';
  bytes: number;
  hasReferences: boolean;
}

/** How the tables are stored now. Tables that Citus merely tracks count as local. */
async function readStored(query: QueryRows, names: string[]): Promise<Map<string, StoredTable>> {
  const rows = await query<StoredTable & { name: string }>(
    `select c.relname::text as name, pg_total_relation_size(c.oid)::float8 as bytes,
       case when p.partmethod = 'h' then 'spread' when p.partmethod = 'n' and p.repmodel = 't' then 'reference'
         else 'local' end as method,
       exists (select from pg_constraint k where k.contype = 'f' and c.oid in (k.conrelid, k.confrelid)) as "hasReferences"
     from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relname = any($1)`,
    [names],
  );
  return new Map(rows.map(({ name, ...stored }) => [name, stored]));
}
