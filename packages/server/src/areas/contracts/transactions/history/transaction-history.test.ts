import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import { contractHealthRoutes } from '../../operations/health/contract-health.routes.ts';
import type { ContractScope } from './contract-scope.ts';
import { type Operations, startOperations } from './testing/operations-fixture.ts';
import { foldCounts } from './transaction-history.repository.ts';
import { transactionHistoryRoutes } from './transaction-history.routes.ts';

let server: Operations;
let scope: ContractScope;
let base: string;

beforeAll(async () => {
  server = await startOperations(({ db, node }) => ({
    routes: [
      ...transactionHistoryRoutes(() => ({ db })),
      ...contractHealthRoutes(() => ({ db, clock: node.clock })),
    ],
  }));
  const orgId = await server.addOrganization();
  scope = await server.rows.addContract(orgId);
  base = `/contracts/${formatId('ctr', scope.contractId)}`;
});

afterAll(() => server.close());

const MINUTE_MS = 60_000;
const start = Date.parse('2026-03-01T22:58:30.500Z');
const statuses = ['confirmed', 'confirmed', 'pending', 'failed', 'confirmed'];

test('totals are exact for any range and status, before and after they are added up, and follow changes of status', async () => {
  // Over four days, at uneven intervals, so that ranges start and end within minutes and days.
  const rows = Array.from({ length: 700 }, (_, i) => ({
    createdAt: new Date(start + i * 8.37 * MINUTE_MS),
    status: required(statuses[i % statuses.length], 'a status'),
    kind: i % 97 === 0 ? ('deployment' as const) : ('execution' as const),
  })).map((row) => (row.kind === 'deployment' ? { ...row, status: 'active' } : row));
  const ids = await server.rows.addTransactions(scope, rows);
  const count = async (query: string) =>
    (await server.call(scope.orgId, 'GET', `${base}/transactions?limit=1${query}`)).body.total as number;
  const truth = async (from: Date | null, to: Date | null, outcome: string | null) => {
    const { rows } = await server.pool.query(
      `select count(*) as n from transactions where contract_id = $1 and ($2::timestamptz is null or created_at >= $2)
         and ($3::timestamptz is null or created_at < $3) and ($4::text is null or transaction_outcome(status) = $4)`,
      [scope.contractId, from, to, outcome],
    );
    return rows[0].n;
  };
  const at = (minutes: number) => new Date(start + minutes * MINUTE_MS);
  const spans: [Date | null, Date | null][] = [
    [null, null],
    [at(10), null],
    [null, at(4_000.25)],
    [at(0.01), at(0.02)],
    [at(100.3), at(100.9)],
    [at(59.1), at(63.7)],
    [at(500.5), at(5_200.25)],
    [at(1_441.5), at(1_441.5)],
    [new Date('2026-03-02T00:00:00Z'), new Date('2026-03-04T00:00:00Z')],
    [new Date('2026-03-02T00:00:00.001Z'), new Date('2026-03-03T23:59:59.999Z')],
    [at(9_000), at(1)],
  ];
  const checkAll = async () => {
    for (const [from, to] of spans) {
      for (const outcome of [null, 'pending', 'confirmed', 'failed']) {
        const query = `${from ? `&from=${from.toISOString()}` : ''}${to ? `&to=${to.toISOString()}` : ''}${outcome ? `&status=${outcome}` : ''}`;
        expect([query, await count(query)]).toEqual([query, await truth(from, to, outcome)]);
      }
    }
  };
  await checkAll();
  while ((await foldCounts(server.db, 300)) > 0);
  await checkAll();
  const pending = ids.filter((_, i) => required(rows[i], 'rows[i]').status === 'pending');
  await server.rows.settle(scope, pending.slice(0, 50), 'failed');
  await server.rows.settle(scope, pending.slice(50), 'confirmed');
  await server.pool.query('delete from transactions where id = any($1::uuid[])', [ids.slice(600, 650)]);
  await checkAll();
  while ((await foldCounts(server.db, 300)) > 0);
  await checkAll();
});

test('adding up and totals read each count a limited number of times, with any plan from an empty table', async () => {
  const own = await server.rows.addContract(scope.orgId);
  const client = await server.pool.connect();
  try {
    const fold = async () =>
      (await client.query('select fold_transaction_counts(2000) as folded')).rows[0].folded;
    const total = (contractId: string) =>
      client.query('select * from transaction_totals($1, $2, $3, null, null)', [
        own.orgId,
        own.environment,
        contractId,
      ]);
    const countsRead = async () => {
      await client.query('select pg_stat_force_next_flush()');
      const { rows } = await client.query(
        "select seq_tup_read::int as n from pg_stat_user_tables where relname = 'transaction_count_deltas'",
      );
      return rows[0].n;
    };
    while ((await fold()) > 0);
    await client.query('vacuum transaction_count_deltas');
    // From the sixth call on, PostgreSQL keeps a generic plan.
    for (let i = 0; i < 7; i++) {
      expect(await fold()).toBe(0);
      await total(own.contractId);
    }
    await client.query(
      `insert into transaction_count_deltas (org_id, environment, contract_id, bucket, kind, outcome, transactions,
         mined, gas_used, settled, duration_ms)
       select $1, $2, $3, date_trunc('minute', now()), 'execution', 'confirmed', 1, 0, 0, 0, 0 from generate_series(1, 2000)`,
      [own.orgId, own.environment, own.contractId],
    );
    const before = await countsRead();
    await total(scope.contractId);
    expect(await countsRead()).toBe(before);
    expect(await fold()).toBe(2_000);
    expect((await countsRead()) - before).toBeLessThanOrEqual(4_000);
    expect((await total(own.contractId)).rows[0]).toMatchObject({
      outcome: 'confirmed',
      transactions: 2_000,
    });
  } finally {
    client.release();
  }
});

test('pages by cursor contain each transaction once while new ones arrive', async () => {
  const own = await server.rows.addContract(scope.orgId);
  const path = `/contracts/${formatId('ctr', own.contractId)}/transactions`;
  // Ten with the same time, so that their order depends on the id.
  const wanted = await server.rows.addTransactions(
    own,
    Array.from({ length: 95 }, (_, i) => ({ createdAt: new Date(start + Math.floor(i / 10)) })),
  );
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { transactions: { execution_id: string }[]; next_cursor: string | null; has_more: boolean } =
      (await server.call(own.orgId, 'GET', `${path}?limit=10${cursor === null ? '' : `&cursor=${cursor}`}`))
        .body;
    seen.push(...page.transactions.map(({ execution_id }) => execution_id));
    expect(page.has_more).toBe(page.next_cursor !== null);
    cursor = page.next_cursor;
    await server.rows.addTransactions(own, [{ createdAt: new Date(start + 60_000 + seen.length) }]);
  } while (cursor !== null);
  expect(seen).toHaveLength(95);
  expect(new Set(seen)).toEqual(new Set(wanted.map((id) => formatId('exe', id))));
  const first = (await server.call(own.orgId, 'GET', `${path}?limit=100`)).body;
  const times = first.transactions.map((row: { timestamp: string }) => row.timestamp);
  expect(times).toEqual([...times].sort().reverse());
  expect(first.total).toBe(105);
});

test('an invalid cursor, a cursor with an offset, and another organization’s contract are refused', async () => {
  const wrong = await server.call(scope.orgId, 'GET', `${base}/transactions?cursor=abc`);
  expect([wrong.status, wrong.body.error.field]).toEqual([400, 'cursor']);
  const stranger = await server.addOrganization();
  expect((await server.call(stranger, 'GET', `${base}/transactions`)).status).toBe(404);
  expect((await server.call(`${scope.orgId}/staging`, 'GET', `${base}/transactions`)).status).toBe(404);
  expect((await server.call(stranger, 'GET', `${base}/health`)).status).toBe(404);
});

test('health adds up all executions, judges by the last hour, and ignores deployments', async () => {
  const own = await server.rows.addContract(scope.orgId);
  const path = `/contracts/${formatId('ctr', own.contractId)}/health`;
  const read = async () => (await server.call(own.orgId, 'GET', path)).body;
  expect(await read()).toMatchObject({
    status: 'unknown',
    metrics: { execution_count: 0, success_rate: 1 },
    alerts: [],
  });
  const old = new Date(Date.now() - 3 * 60 * MINUTE_MS);
  await server.rows.addTransactions(own, [
    { kind: 'deployment', status: 'active', gasUsed: 900_000, createdAt: old },
    ...Array.from({ length: 6 }, () => ({ status: 'failed', createdAt: old, gasUsed: 30_000 })),
  ]);
  expect((await read()).status).toBe('unhealthy');
  await server.rows.addTransactions(
    own,
    Array.from({ length: 9 }, () => ({ gasUsed: 20_000 })),
  );
  const healthy = await read();
  expect(healthy).toMatchObject({
    status: 'healthy',
    metrics: {
      execution_count: 15,
      success_count: 9,
      failure_count: 6,
      success_rate: 0.6,
      avg_gas_used: 24_000,
      avg_execution_time_ms: 100,
    },
  });
  expect(healthy.windows[1]).toMatchObject({ window_minutes: 60, execution_count: 9, failure_count: 0 });
  await server.rows.addTransactions(own, [{ status: 'failed' }, { status: 'pending' }]);
  expect(await read()).toMatchObject({
    status: 'degraded',
    metrics: { execution_count: 17, failure_count: 7 },
  });
});

test('figures over time are complete intervals without gaps, and each execution counts once', async () => {
  const own = await server.rows.addContract(scope.orgId);
  const path = `/contracts/${formatId('ctr', own.contractId)}/statistics`;
  const hourAgo = (hours: number) => new Date(Date.now() - hours * 60 * MINUTE_MS);
  await server.rows.addTransactions(own, [
    { createdAt: hourAgo(5), gasUsed: 20_000 },
    { createdAt: hourAgo(5), gasUsed: 40_000, status: 'failed' },
    { createdAt: hourAgo(0), status: 'pending' },
    { createdAt: hourAgo(100) },
    { createdAt: hourAgo(5), kind: 'deployment', status: 'active' },
  ]);
  for (const [bucket, length, executions] of [
    ['hour', 48, 3],
    ['minute', 60, 1],
    ['day', 30, 4],
  ] as const) {
    const { status, body } = await server.call(own.orgId, 'GET', `${path}?bucket=${bucket}`);
    expect([status, body.buckets.length]).toEqual([200, length]);
    const starts = body.buckets.map(({ starts_at }: { starts_at: string }) => Date.parse(starts_at));
    const steps = starts.slice(1).map((at: number, i: number) => at - starts[i]);
    expect(new Set(steps).size).toBe(1);
    const counts = body.buckets.map(({ execution_count }: { execution_count: number }) => execution_count);
    expect(counts.reduce((all: number, one: number) => all + one, 0)).toBe(executions);
  }
  const { body } = await server.call(own.orgId, 'GET', path);
  expect(
    body.buckets.find(({ failure_count }: { failure_count: number }) => failure_count > 0),
  ).toMatchObject({ execution_count: 2, success_count: 1, avg_gas_used: 30_000 });
  expect((await server.call(own.orgId, 'GET', `${path}?bucket=week`)).status).toBe(400);
  expect((await server.call(await server.addOrganization(), 'GET', path)).status).toBe(404);
});
