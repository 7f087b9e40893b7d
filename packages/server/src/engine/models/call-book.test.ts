import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { queryPool } from '../../kit/db/index.ts';
import { type OpenDatabase, openDatabase } from '../../kit/db/testing/open-database.ts';
import { ModelSession } from './model-session.ts';
import { readModelUse } from './read-model-use.ts';
import { type ModelStub, type StubAnswer, startModelStub } from './testing/model-stub.ts';
import { newWork, testModel } from './testing/test-model.ts';

const schema = () => z.object({ colour: z.string() });
const ask = (prompt: string) => ({ schema, instructions: 'Name a colour.', prompt, maxOutputTokens: 100 });
const price = { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 };
/** For 100 input tokens and 20 output tokens. */
const REAL_COST_MICROS = 600;
let worst: number;
const limits = { maxTokens: 1_000_000, retryDelayMs: 1, retries: 0 };

let opened: OpenDatabase;
let stub: ModelStub;
let answer: StubAnswer;
beforeAll(async () => {
  opened = await openDatabase({ max: 8 });
  stub = await startModelStub(() => answer);
  worst = model().worstCostMicros(ask('1'));
});
afterAll(async () => {
  await stub?.stop();
  await opened?.close();
});

const good: StubAnswer = { object: { colour: 'red' } };
const model = (more: object = {}) => testModel({ pool: opened.pool, baseUrl: stub.url, price, ...more });
const use = (orgId: string, maxMonthMicros?: number) =>
  readModelUse(queryPool(opened.pool), { orgId, days: 2, nowMs: Date.now(), maxMonthMicros });
const kindOf = (error: { kind: string }) => error.kind;

async function askAll(sessions: readonly ModelSession[]): Promise<string[]> {
  const asked = sessions.map((session, i) => session.generateObject(ask(String(i))).then(() => 'ok', kindOf));
  return Promise.all(asked);
}

it('lets no organization exceed its monthly budget, with any number of concurrent requests', async () => {
  answer = good;
  stub.seen.length = 0;
  const source = model({ maxMonthMicros: 3 * worst });
  const { orgId } = newWork();
  const sessions = Array.from({ length: 8 }, () => new ModelSession(source, newWork({ orgId }), limits));
  const ended = await askAll(sessions);
  expect(ended.filter((end) => end === 'ok').length).toBe(stub.seen.length);
  expect(new Set(ended)).toEqual(new Set(['ok', 'organization_budget_spent']));
  const { month } = await use(orgId, 3 * worst);
  expect(month).toMatchObject({ spentMicros: stub.seen.length * REAL_COST_MICROS, limitMicros: 3 * worst });
});

it('prefers the quota of an organization to the general limit', async () => {
  answer = good;
  const source = model({ maxMonthMicros: 0 });
  const { rows } = await opened.pool.query<{ id: string }>(
    `insert into organizations (id, name, created_at) values (gen_random_uuid(), 'richer', now()) returning id`,
  );
  const [{ id: orgId }] = rows as [{ id: string }];
  await opened.pool.query(`insert into organization_quotas values ($1, 'model_usd_per_month', 1)`, [orgId]);
  const [ended] = await askAll([new ModelSession(source, newWork({ orgId }), limits)]);
  expect(ended).toBe('ok');
  const [poor] = await askAll([new ModelSession(source, newWork(), limits)]);
  expect(poor).toBe('organization_budget_spent');
  expect((await use(orgId, 0)).month.limitMicros).toBe(1_000_000);
});

it('limits the cost of all agents of one work together', async () => {
  answer = good;
  stub.seen.length = 0;
  const source = model();
  const work = newWork({ maxWorkMicros: worst });
  const sessions = ['a', 'b', 'c', 'd'].map((agent) => new ModelSession(source, { ...work, agent }, limits));
  const ended = await askAll(sessions);
  expect(ended).toContain('ok');
  expect(ended).toContain('budget_spent');
  expect(stub.seen.length).toBe(ended.filter((end) => end === 'ok').length);
});

it('charges the maximum for a call with an unknown cost, and nothing for a refusal', async () => {
  const source = model();
  const work = newWork();
  for (const fault of [{ cut: true }, { status: 400 }, { refusal: true }] satisfies StubAnswer[]) {
    answer = fault;
    await new ModelSession(source, work, limits).generateObject(ask(JSON.stringify(fault))).catch(kindOf);
  }
  const { days, month } = await use(work.orgId);
  const cut = model().worstCostMicros(ask(JSON.stringify({ cut: true })));
  expect(month.spentMicros).toBe(cut + REAL_COST_MICROS);
  expect(days).toMatchObject([
    { area: 'review', requests: 3, failed: 3, costMicros: cut + REAL_COST_MICROS },
  ]);
});

it('does not ask again what the same work has already asked, until it is forgotten', async () => {
  answer = good;
  stub.seen.length = 0;
  const source = model();
  const work = newWork();
  const first = new ModelSession(source, work, limits);
  const again = new ModelSession(source, work, limits);
  expect(await first.generateObject(ask('Which?'))).toEqual({ colour: 'red' });
  expect(await again.generateObject(ask('Which?'))).toEqual({ colour: 'red' });
  expect(stub.seen).toHaveLength(1);
  // It reports the usage of the earlier call, and costs nothing more.
  expect(again.usage).toEqual(first.usage);
  expect((await use(work.orgId)).month.spentMicros).toBe(REAL_COST_MICROS);
  await new ModelSession(source, { ...work, agent: 'another' }, limits).generateObject(ask('Which?'));
  expect(stub.seen).toHaveLength(2);
  await source.book.forget(queryPool(opened.pool), work);
  const { rows } = await opened.pool.query(
    'select agent from model_calls where org_id = $1 and answer is not null',
    [work.orgId],
  );
  expect(rows).toEqual([{ agent: 'another' }]);
});

it('does not ask again a question that was open when a service died, and charges it once', async () => {
  answer = good;
  stub.seen.length = 0;
  const source = model();
  const work = newWork();
  const stop = new AbortController();
  const dying = new ModelSession(source, work, { ...limits, signal: stop.signal });
  answer = { hang: true };
  const asked = dying.generateObject(ask('Which?')).catch(kindOf);
  while (stub.seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
  // What is stored now is what another process finds after a kill.
  for (const session of [new ModelSession(source, work, limits), new ModelSession(source, work, limits)])
    expect(await session.generateObject(ask('Which?')).catch(kindOf)).toBe('interrupted');
  expect(stub.seen).toHaveLength(1);
  stop.abort();
  expect(await asked).toBe('aborted');
  const { days, month } = await use(work.orgId);
  const most = model().worstCostMicros(ask('Which?'));
  expect(month.spentMicros).toBe(most);
  expect(days).toMatchObject([{ requests: 1, failed: 1, costMicros: most }]);
});
