import type { QueryRows } from '../../kit/db/index.ts';
import { StartError } from '../start-error.ts';
import { findShapeFaults } from './shape-fault.repository.ts';
import { type ClassifiedTable, readTableClasses } from './table-classes.ts';

/** What makes one table what it is to be. */
export interface DistributionStep {
  table: string;
  /** `rekey`: its unique index gets the organization. */
  kind: 'reference' | 'spread' | 'rekey';
  bytes: number;
  /** Clients write on while it is done. */
  isOnline: boolean;
}

export interface DistributionPlan {
  citus: string;
  workers: number;
  /** Tables that are what they are to be already. */
  done: string[];
  /** In their order. */
  steps: DistributionStep[];
  /** Tables of organizations that stay on the coordinator so far. */
  staying: string[];
}

/** The table that the others are put beside: each append locks its row of an organization. */
export const LEADING_TABLE = 'event_logs';

/**
 * Unique over all organizations on one machine, where it is smaller and so faster; over one of them on several. Ids are
 * random, and every statement names the organization.
 */
export const REKEYED = { table: 'events', index: 'events_id', columns: '(id, org_id)' } as const;

/**
 * What is left to do on this database. Throws `StartError` with the cure where it cannot be distributed: it has no Citus,
 * or no worker, or a table is not in shape.
 */
export async function planDistribution(query: QueryRows): Promise<DistributionPlan> {
  const citus = await expectCitus(query);
  const workers = await expectWorkers(query);
  const classes = readTableClasses();
  const meant = inOrder(classes.filter(({ tableClass, spreads }) => tableClass === 'reference' || spreads));
  const isToRekey = await expectShape(query, meant, classes);
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
    if (name === REKEYED.table && isToRekey)
      steps.push({ table: name, kind: 'rekey', bytes, isOnline: true });
    if (method === kind) done.push(name);
    else if (method !== 'local')
      throw new StartError(
        `The table ${name} is ${method === 'spread' ? 'distributed' : 'a reference table'} already, which it must not be. Run undistribute_table('${name}') first.`,
      );
    else steps.push({ table: name, kind, bytes, isOnline: kind === 'spread' && isLogical && !hasReferences });
  }
  const staying = classes.filter(({ tableClass, spreads }) => tableClass === 'organization' && !spreads);
  return { citus, workers, done, steps, staying: staying.map(({ name }) => name) };
}

/** What others refer to comes first, then the table that the rest is put beside. */
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

/** Answers whether the index of ids has to be made anew first; nothing else may be missing. */
async function expectShape(
  query: QueryRows,
  meant: readonly ClassifiedTable[],
  classes: readonly ClassifiedTable[],
): Promise<boolean> {
  const faults = await findShapeFaults(query, classes);
  const isToRekey = faults.get(REKEYED.table)?.join() === `unique ${REKEYED.index}`;
  if (isToRekey) faults.delete(REKEYED.table);
  const [first] = meant.filter(({ name }) => faults.has(name));
  if (first === undefined) return isToRekey;
  throw new StartError(
    `The table ${first.name} is not in shape to be distributed (${faults.get(first.name)?.join(', ')}). Run the newest migrations first.`,
  );
}

interface StoredTable {
  method: 'local' | 'reference' | 'spread';
  bytes: number;
  hasReferences: boolean;
}

/** How the tables are stored now. What Citus only knows of counts as local. */
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
