import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../kit/db/testing/open-database.ts';
import { type Recorded, rowsRead } from '../../kit/db/testing/rows-read.ts';
import { readHealth } from './code/contracts/contract-summary.repository.ts';
import { listErrors, newestVersions } from './code/contracts/version.repository.ts';
import { listJobs } from './operations/ingestion/ingestion.repository.ts';
import type { ContractsDatabase } from './terms/contract-tables.ts';
import { foldCounts, readTotals } from './transactions/history/transaction-history.repository.ts';

const owner = { orgId: '00000000-0000-4000-8000-000000000001', environment: 'production' };
const ROWS = 20_000;
/** A page of ten may look at this many rows, whatever there is. */
const MOST = 500;

let open: OpenDatabase;

beforeAll(async () => {
  open = await openDatabase({ role: 'owner' });
  for (const text of [
    `insert into contracts (org_id, environment, id, name, network, version, status, created_at, updated_at)
     select '${owner.orgId}', 'production', md5('c' || n)::uuid, 'C', 'devnet', '1.0.0', 'created', '2026-01-01', '2026-01-01'
     from generate_series(1, ${ROWS}) n`,
    `insert into contract_versions (org_id, environment, contract_id, version, abi, created_at)
     select '${owner.orgId}', 'production', md5('c' || n)::uuid, '1.0.0', '[{"type":"error","name":"Full","inputs":[]}]',
       '2026-01-01'::timestamptz + n * interval '1 s' from generate_series(1, ${ROWS}) n`,
    `insert into ingestion_jobs (org_id, environment, id, source_id, data, transformation_rules, steps, priority, rank, status,
       live, created_at, completed_at)
     select '${owner.orgId}', 'production', md5('j' || n)::uuid, case when n <= 5 then 'rare' else 'usual' end, '{}', '{}', '[]', 'normal', 2,
       case when n <= 5 then 'failed' else 'completed' end, true, '2026-01-01'::timestamptz + n * interval '1 s', '2026-01-02'
     from generate_series(1, ${ROWS}) n`,
    'analyze',
  ]) {
    await open.pool.query(text);
  }
});
afterAll(() => open?.close());

const page = { limit: 10, offset: 0 };
const reads: [string, (recorded: Recorded) => Promise<unknown>][] = [
  ['the errors of the newest versions', ({ db }) => listErrors(db, owner, { versions: 100, errors: 100 })],
  ['whether there is a newer version', ({ db }) => newestVersions(db, owner, 100)],
  ['failed jobs', ({ db }) => listJobs(db, owner, { status: 'failed' }, page)],
  ['jobs of a source', ({ db }) => listJobs(db, owner, { sourceId: 'rare' }, page)],
  ['jobs of a source without any', ({ db }) => listJobs(db, owner, { sourceId: 'none' }, page)],
];

test.each(reads)('%s: the rows that are read do not follow what there is', async (_, read) => {
  expect(await rowsRead(open.pool, read)).toBeLessThan(MOST);
});

test('a new version changes the marker, also one of the same moment', async () => {
  const before = await newestVersions(open.db, owner, 100);
  expect(await newestVersions(open.db, owner, 100)).toBe(before);
  await open.pool.query(
    `insert into contract_versions (org_id, environment, contract_id, version, abi, created_at)
     select org_id, environment, contract_id, '1.0.1', abi, created_at from contract_versions order by created_at desc limit 1`,
  );
  expect(await newestVersions(open.db, owner, 100)).not.toBe(before);
});

const DAYS = 1_000;

test('the totals of all time are one sum, also of a contract that was called on a thousand days', async () => {
  const contractId = '00000000-0000-4000-8000-00000000000c';
  await open.pool.query(
    `insert into transaction_count_deltas (org_id, environment, contract_id, bucket, settled_bucket, kind, outcome,
       transactions, mined, gas_used, settled, duration_ms)
     select $1, $2, $3, at, at, 'execution', case when n % 4 = 0 then 'failed' else 'confirmed' end, 1, 1, 21000, 1, 40
     from generate_series(1, ${DAYS}) n, lateral (select '2026-01-01'::timestamptz - n * interval '1 day' as at) t`,
    [owner.orgId, owner.environment, contractId],
  );
  while ((await foldCounts(open.db, 400)) > 0);
  const scope = { ...owner, contractId };
  const [all, byDay] = await readTotals(open.db, scope, [null, new Date('2000-01-01')]);
  expect(all?.map((total) => ({ ...total, place: 2 }))).toEqual(byDay);
  const db: ContractsDatabase = open.db;
  await db.transaction().execute(async (tx) => {
    const fetched = async () => {
      const { rows } = await sql<{ fetched: number }>`
        select idx_tup_fetch::int as fetched from pg_stat_xact_user_tables where relname = 'transaction_counts'`.execute(
        tx,
      );
      return rows[0]?.fetched ?? 0;
    };
    const before = await fetched();
    const health = await readHealth(tx, owner, [contractId]);
    expect(health.get(contractId)).toMatchObject({ executionCount: DAYS, failureRate: 0.25 });
    expect((await fetched()) - before).toBeLessThan(10);
  });
});
