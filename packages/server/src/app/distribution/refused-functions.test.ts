import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../kit/db/testing/open-database.ts';
import { readTableClasses } from './table-classes.ts';
import { StatementAnalyzer } from './testing/analyze-statement.ts';
import { type FoundChange, findChangesInCode, findChangesInModule } from './testing/changes-in-code.ts';
import { findChangesInFunctions } from './testing/changes-in-functions.ts';

/** The tables on several machines, and whether they are distributed by organization. */
const tables = new Map(
  readTableClasses()
    .filter(({ tableClass, spreads }) => spreads || tableClass === 'reference')
    .map(({ name, spreads }) => [name, { isSpread: spreads }]),
);
const names = [...tables.keys()];
let open: OpenDatabase;
let client: PoolClient;
let analyzer: StatementAnalyzer;

beforeAll(async () => {
  open = await openDatabase({ role: 'owner' });
  client = await open.pool.connect();
  analyzer = await StatementAnalyzer.make(client, tables);
});
afterAll(async () => {
  client?.release(true);
  await open?.close();
});

async function faultsOf(changes: readonly FoundChange[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { place, text, types } of changes) {
    const refusals = await analyzer.refusals(text, types).catch((error: Error) => {
      throw new Error(`${place} cannot be read (${error.message}):\n${text}`, { cause: error });
    });
    faults.push(...refusals.map((why) => `${place}: ${why}`));
  }
  return faults;
}

test('Citus accepts every statement of the code that changes tables on several machines', async () => {
  const changes = await findChangesInCode(names);
  expect(changes.length).toBeGreaterThan(40);
  expect(await faultsOf(changes)).toEqual([]);
});

test('Citus accepts every such statement in functions of the database', async () => {
  const changes = await findChangesInFunctions(client, names);
  expect(changes.length).toBeGreaterThan(25);
  expect(await faultsOf(changes)).toEqual([]);
});

// Each was tried on Citus 12.1.12: it refuses those below with 0A000, and takes the rest.
const volatile = 'a VOLATILE function, such as clock_timestamp() or random()';
const ofColumn = 'a STABLE function of a column, such as a time of the table and an interval';
const lazy = 'a function that is not IMMUTABLE in CASE or COALESCE';
const returned = 'a function that is not IMMUTABLE in RETURNING';
const inConflict = 'a function that is not IMMUTABLE in ON CONFLICT';
const ONE = "org_id = '01999999-0000-7000-8000-000000000001'";
const NEW_TREE =
  "insert into event_trees (org_id, chunks) values ('01999999-0000-7000-8000-000000000001', 1)";

test.for([
  [`update organization_erasures set requested_at = clock_timestamp() where ${ONE}`, volatile],
  [`delete from deliveries where ${ONE} and next_attempt_at < clock_timestamp()`, volatile],
  [
    `delete from event_traces where ${ONE} and position in (select position from event_traces
     where ${ONE} and created_at < clock_timestamp())`,
    volatile,
  ],
  ["update deliveries set next_attempt_at = next_attempt_at - interval '1 s'", ofColumn],
  [`update deliveries set order_key = to_jsonb(event_name)::text where ${ONE}`, ofColumn],
  [`update deliveries set attempts = 0 where next_attempt_at::text < 'x'`, ofColumn],
  ['update deliveries set next_attempt_at = case when attempts = 0 then now() end', lazy],
  ['update deliveries set next_attempt_at = coalesce(null::timestamptz, current_timestamp)', lazy],
  [`update event_trees set chunks = 1 where ${ONE} returning now()`, returned],
  [`${NEW_TREE} returning now()`, returned],
  [`${NEW_TREE} on conflict (org_id) do update set chunks = extract(epoch from now())::int`, inConflict],
  [`${NEW_TREE} on conflict (org_id) do update set chunks = 1 where now() > '2026-01-01'`, inConflict],
  [NEW_TREE.replace('1)', '(select 1))'), 'a subquery in VALUES'],
  [
    `update event_trees set org_id = '01999999-0000-7000-8000-000000000002' where ${ONE}`,
    'a new value for org_id',
  ],
  [
    `with changed as (delete from deliveries where next_attempt_at < clock_timestamp() returning id)
     select count(*) from changed`,
    volatile,
  ],
] as const)('Citus refuses: %s', async ([text, why]) => {
  const told = await analyzer.refusals(text);
  expect(told.map((line) => line.replace(/^\w+: /, ''))).toContain(why);
});

test.for([
  'update deliveries set next_attempt_at = greatest(next_attempt_at, now())',
  "update deliveries set next_attempt_at = now() - interval '1 s' where lease_owner = waits_in_order()",
  `with next as materialized (select nextval('routes_versions') as version)
   update event_logs set routes_version = next.version from next where ${ONE}`,
  `update organization_erasures set deleted = jsonb_set(deleted::jsonb, array['a'],
     to_jsonb(coalesce((deleted ->> 'a')::bigint, 0) + 3))::json where ${ONE}`,
  `${NEW_TREE} on conflict (org_id) do update set chunks = excluded.chunks + 1`,
  // This table is on the coordinator only.
  'update nodes set heartbeat_at = clock_timestamp()',
])('Citus accepts: %s', async (text) => {
  expect(await analyzer.refusals(text)).toEqual([]);
});

test('a database function is judged by its declared volatility', async () => {
  await client.query(
    `create function pg_temp.told_stable(timestamptz) returns timestamptz stable language sql as 'select $1'`,
  );
  const again = await StatementAnalyzer.make(client, tables);
  expect(
    await again.refusals('update deliveries set next_attempt_at = pg_temp.told_stable(next_attempt_at)'),
  ).toEqual([`deliveries: ${ofColumn}`]);
});

test('a statement is read with the constants of its module filled in', async () => {
  const source = `
    import { sql } from 'kysely';
    const LATE = (column: string) => \`\${column} < now()\`;
    export const clear = (orgId: string, tx: never) =>
      sql\`delete from deliveries where org_id = \${orgId} and lease_owner = \${orgId}\`.execute(tx);
    export const late = (n: number) => \`delete from deliveries where \${LATE('next_attempt_at')} and attempts = $\${n + 1}\`;`;
  expect((await findChangesInModule(import.meta.filename, source, names)).map(({ text }) => text)).toEqual([
    'delete from deliveries where org_id = $1 and lease_owner = $2',
    'delete from deliveries where next_attempt_at < now() and attempts = $2',
  ]);
});

test.for([
  [`const drop = (which: string) => \`delete from deliveries where \${which}\`;`, 'cannot be told'],
  ["db.deleteFrom('deliveries').execute();", 'written as text'],
] as const)('a statement that cannot be analysed is refused: %s', async ([source, why]) => {
  await expect(findChangesInModule(import.meta.filename, source, names)).rejects.toThrow(why);
});
