import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../engine/delivery/testing/eventually.ts';
import { startReceiver } from '../../../../engine/delivery/testing/test-receiver.ts';
import { findSandboxMail, listSandboxMails } from '../../../../engine/mail/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import type { ContractScope } from '../../transactions/history/contract-scope.ts';
import type { Operations } from '../../transactions/history/testing/operations-fixture.ts';
import { alertMetrics } from './alert-condition.ts';
import { type Alerts, startAlerts } from './testing/alerts-fixture.ts';

let alerts: Alerts;
let server: Operations;
let orgId: string;

beforeAll(async () => {
  alerts = await startAlerts();
  ({ server, orgId } = alerts);
});

afterAll(() => alerts.close());

const pathOf = ({ contractId }: ContractScope, rest = 'alerts') =>
  `/contracts/${formatId('ctr', contractId)}/${rest}`;

async function addRule(scope: ContractScope, condition: object, more: object = {}) {
  const made = await server.call(orgId, 'POST', pathOf(scope), {
    rule_name: 'r',
    condition,
    actions: [],
    ...more,
  });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  return made.body;
}

const alertsOf = async (scope: ContractScope) =>
  (await server.call(orgId, 'GET', pathOf(scope, 'health'))).body.alerts;

/** Sends executions and settles them one after the other, each with its gas. */
async function execute(scope: ContractScope, outcomes: [status: 'confirmed' | 'failed', gasUsed: number][]) {
  const ids = await server.rows.addTransactions(
    scope,
    outcomes.map(() => ({ status: 'pending' })),
  );
  for (const [i, [status, gasUsed]] of outcomes.entries())
    await server.rows.settle(scope, [required(ids[i], 'ids[i]')], status, gasUsed);
  return ids;
}

test('a rule fires once per crossing, quickly, is resolved, and reports by event, webhook and mail', async () => {
  const scope = await server.rows.addContract(orgId);
  const receiver = await startReceiver();
  let refusals = 1;
  receiver.answerWith((_received, response) => void response.writeHead(refusals-- > 0 ? 500 : 200).end());
  const rule = await addRule(
    scope,
    { metric: 'gas_used', operator: '>', threshold: 150_000 },
    {
      rule_name: 'Expensive',
      severity: 'critical',
      actions: [
        { type: 'webhook', url: receiver.url, secret: 'a secret of the rule' },
        { type: 'email', recipients: ['ops@shop.example', 'dev@shop.example'] },
        { type: 'event', event_type: 'shop.alarm' },
      ],
    },
  );
  expect(rule).toMatchObject({
    status: 'active',
    condition: { operator: 'greater_than' },
    alert_id: rule.rule_id,
  });
  const settledAt = Date.now();
  const [, second] = await execute(scope, [
    ['confirmed', 100_000],
    ['confirmed', 187_340],
    ['confirmed', 200_000],
  ]);
  await eventually(() => server.events(orgId, 'alert.triggered')).toHaveLength(1);
  // It takes a second on an idle machine; this allows for a busy one.
  expect(Date.now() - settledAt).toBeLessThan(5_000);
  const [fired] = await server.events(orgId, 'alert.triggered');
  expect(fired).toMatchObject({
    rule_id: rule.rule_id,
    metric: 'gas_used',
    value: 187_340,
    severity: 'critical',
    execution_id: formatId('exe', required(second, 'second')),
    message: 'gas_used is 187340, greater than 150000.',
  });
  expect(await server.events(orgId, 'shop.alarm')).toEqual([fired]);
  expect(await alertsOf(scope)).toMatchObject([
    { alert_id: fired.alert_id, status: 'firing', resolved_at: null },
  ]);

  // It was refused once and delivered by the retry, signed with the rule's secret.
  const [, retried] = await receiver.arrived(2);
  const signature = createHmac('sha256', 'a secret of the rule')
    .update(required(retried, 'retried').body)
    .digest('hex');
  expect(retried?.headers['x-signature']).toBe(`sha256=${signature}`);
  expect(JSON.parse(required(retried, 'retried').body.toString())).toMatchObject({
    event: 'alert.triggered',
    data: fired,
  });
  await receiver.close();

  await eventually(
    async () => (await listSandboxMails(server.pool, { orgId, limit: 10, offset: 0 })).total,
  ).toBe(2);
  const { mails } = await listSandboxMails(server.pool, {
    orgId,
    to: 'ops@shop.example',
    limit: 10,
    offset: 0,
  });
  const found = await findSandboxMail(server.pool, orgId, required(mails[0], 'mails[0]').id);
  expect(found).toMatchObject({ subject: '[critical] Expensive' });
  expect(found?.raw.toString()).toContain('gas_used is 187340, greater than 150000.');

  await execute(scope, [
    ['confirmed', 90_000],
    ['confirmed', 160_000],
  ]);
  await eventually(() => alertsOf(scope)).toHaveLength(2);
  expect(await alertsOf(scope)).toMatchObject([
    { status: 'firing', value: 160_000 },
    { status: 'resolved', resolved_at: expect.any(String), value: 187_340 },
  ]);
  expect(await server.events(orgId, 'alert.triggered')).toHaveLength(2);

  expect((await server.call(orgId, 'DELETE', `${pathOf(scope)}/${rule.rule_id}`)).status).toBe(204);
  expect(await alertsOf(scope)).toEqual([]);
  expect(
    (await server.node.subscriptions.list(orgId, { faces: ['webhooks'] }, { limit: 10, offset: 0 })).total,
  ).toBe(0);
});

test('every metric is measured, and every operator works', async () => {
  const scope = await server.rows.addContract(orgId);
  const value: Record<string, number> = {
    gas_used: 50_000,
    gas_price_gwei: 2,
    cost_eth: 0.0001,
    cost_usd: 0.25,
    execution_time_ms: 1_500,
    event_count: 3,
    execution_count: 4,
    success_count: 3,
    failure_count: 1,
    failure_rate: 0.25,
    success_rate: 0.75,
    avg_gas_used: 50_000,
    avg_execution_time_ms: 1_500,
    consecutive_failures: 1,
    pending_count: 0,
    pending_age_seconds: 0,
    wallet_balance_eth: 1.5,
    contract_balance_eth: 1.5,
    reorg_depth: 2,
  };
  expect(new Set(Object.keys(value))).toEqual(new Set(alertMetrics));
  Object.assign(alerts.chain, { balance: 1.5, events: 3 });
  const cases: [metric: string, operator: string, threshold: number, fires: boolean][] = alertMetrics.flatMap(
    (metric) => [
      [metric, 'equals', required(value[metric], 'value[metric]'), true] as const,
      [metric, 'ne', required(value[metric], 'value[metric]'), false] as const,
    ],
  ) as never;
  for (const [operator, step, fires] of [
    ['greater_than', -1, true],
    ['gt', 0, false],
    ['gte', 0, true],
    ['>=', 1, false],
    ['less_than', 1, true],
    ['<', 0, false],
    ['lte', 0, true],
    ['less_than_or_equal', -1, false],
    ['!=', 1, true],
    ['==', 1, false],
  ] as const) {
    cases.push(['gas_used', operator, 50_000 + step, fires]);
  }
  // The watches are stopped until all data exists, because any difference from an earlier value would also fire.
  await Promise.all(alerts.watches.map((watch) => watch.stop()));
  const rules = new Map<string, boolean>();
  for (const [metric, operator, threshold, fires] of cases) {
    const { rule_id } = await addRule(scope, {
      metric,
      operator,
      threshold,
      ...(metric.includes('rate') && { window_minutes: 5 }),
    });
    rules.set(rule_id, fires);
  }
  const createdAt = new Date();
  const settledAt = new Date(createdAt.getTime() + 1_500);
  await server.rows.addTransactions(
    scope,
    ['confirmed', 'confirmed', 'confirmed', 'failed'].map((status, i) => ({
      status,
      gasUsed: 50_000,
      gasPriceGwei: 2,
      createdAt: new Date(createdAt.getTime() + i),
      settledAt: new Date(settledAt.getTime() + i),
    })),
  );
  for (const watch of alerts.watches) watch.start();
  required(alerts.watches[0], 'alerts.watches[0]').onBlock({
    network: 'devnet',
    number: 9,
    hash: '0x',
    reorgDepth: 2,
  });
  const listed = async () => (await server.call(orgId, 'GET', `${pathOf(scope)}?limit=100`)).body.alerts;
  const firedOnce = async () =>
    (await listed())
      .filter((rule: { last_fired_at: string | null }) => rule.last_fired_at !== null)
      .map((rule: { rule_id: string; condition: object }) => rule.rule_id);
  const expected = [...rules].filter(([, fires]) => fires).map(([id]) => id);
  await eventually(async () => {
    const fired = new Set(await firedOnce());
    return expected.filter((id) => !fired.has(id));
  }, 20_000).toEqual([]);
  expect(new Set(await firedOnce())).toEqual(new Set(expected));
});

test('a rate fires in its window and is resolved when failures leave it; a cooldown prevents repeats', async () => {
  const scope = await server.rows.addContract(orgId);
  const condition = { metric: 'failure_rate', operator: 'gte', threshold: 0.5 };
  await addRule(scope, condition, { window_minutes: 1, rule_name: 'windowed' });
  await addRule(
    scope,
    { metric: 'consecutive_failures', operator: 'gte', threshold: 2 },
    { cooldown_seconds: 3_600 },
  );
  await execute(scope, [
    ['failed', 1],
    ['failed', 1],
  ]);
  await eventually(() => alertsOf(scope)).toHaveLength(2);
  await execute(scope, [
    ['confirmed', 1],
    ['failed', 1],
    ['failed', 1],
  ]);
  await eventually(
    async () => (await server.pool.query('select settled_seq from alert_cursor')).rows[0].settled_seq,
  ).toBe((await server.pool.query('select max(settled_seq) as seq from transactions')).rows[0].seq);
  // Two failures in a row again, but within the cooldown.
  expect(
    (await alertsOf(scope)).filter((alert: { metric: string }) => alert.metric === 'consecutive_failures'),
  ).toHaveLength(1);
  // Moves the failures out of the window, as if time had passed.
  await server.pool.query(
    `update transactions set settled_at = settled_at - interval '10 min' where contract_id = $1`,
    [scope.contractId],
  );
  await eventually(async () =>
    (await alertsOf(scope))
      .filter((alert: { metric: string; status: string }) => alert.metric === 'failure_rate')
      .map(({ status }: { status: string }) => status),
  ).toEqual(['resolved']);
});

test('an invalid rule is refused, naming its field, and makes nothing', async () => {
  const scope = await server.rows.addContract(orgId);
  const good = {
    rule_name: 'r',
    condition: { metric: 'gas_used', operator: 'gt', threshold: 1 },
    actions: [],
  };
  const webhook = (url: string) => ({
    ...good,
    actions: [
      { type: 'email', recipients: ['a@b.example'] },
      { type: 'webhook', url },
    ],
  });
  for (const [body, field] of [
    [{ ...good, condition: { ...good.condition, metric: 'weather' } }, 'condition.metric'],
    [{ ...good, condition: { ...good.condition, operator: 'near' } }, 'condition.operator'],
    [{ ...good, condition: { ...good.condition, threshold: '1' } }, 'condition.threshold'],
    [{ ...good, condition: { ...good.condition, event: 'Transfer' } }, 'condition.event'],
    [{ ...good, rule_name: '' }, 'rule_name'],
    [webhook('http://10.0.0.1/hook'), 'actions.1.url'],
    [webhook('ftp://shop.example/hook'), 'actions.1.url'],
  ] as const) {
    const refused = await server.call(orgId, 'POST', pathOf(scope), body);
    expect([refused.status, refused.body.error.field]).toEqual([400, field]);
  }
  expect((await server.call(orgId, 'GET', pathOf(scope))).body.total).toBe(0);
  expect(
    (await server.node.subscriptions.list(orgId, { faces: ['webhooks'] }, { limit: 1, offset: 0 })).total,
  ).toBe(0);
  const stranger = await server.addOrganization();
  expect((await server.call(stranger, 'POST', pathOf(scope), good)).status).toBe(404);
  expect((await server.call(stranger, 'GET', pathOf(scope))).status).toBe(404);
});
