import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../engine/delivery/testing/eventually.ts';
import { formatId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import type { ContractScope } from '../../transactions/history/contract-scope.ts';
import type { Operations } from '../../transactions/history/testing/operations-fixture.ts';
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

const above = (threshold: number) => ({ metric: 'gas_used', operator: 'greater_than', threshold });
const hook = (more: object = {}) => ({ type: 'webhook', url: 'http://127.0.0.1:9/alerts', ...more });

async function addRule(scope: ContractScope, body: object) {
  const made = await server.call(orgId, 'POST', pathOf(scope), { rule_name: 'Gas', actions: [], ...body });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  return made.body;
}

const change = (scope: ContractScope, rule: { rule_id: string }, body: object, org = orgId) =>
  server.call(org, 'PUT', `${pathOf(scope)}/${rule.rule_id}`, { rule_name: 'Gas', actions: [], ...body });

const alertsOf = async (scope: ContractScope) =>
  (await server.call(orgId, 'GET', pathOf(scope, 'health'))).body.alerts;

async function execute(scope: ContractScope, gasUsed: number) {
  const [id] = await server.rows.addTransactions(scope, [{ status: 'pending' }]);
  await server.rows.settle(scope, [required(id, 'id')], 'confirmed', gasUsed);
}

test('a new condition ends the firing alert, which keeps the old condition in its record, and counts from then on', async () => {
  const scope = await server.rows.addContract(orgId);
  const rule = await addRule(scope, { condition: above(100), severity: 'critical' });
  await execute(scope, 150);
  await eventually(() => alertsOf(scope)).toMatchObject([{ status: 'firing', threshold: 100 }]);

  const changed = await change(scope, rule, { rule_name: 'More gas', condition: above(200) });
  expect([changed.status, changed.body]).toEqual([200, expect.anything()]);
  expect(changed.body).toMatchObject({
    rule_id: rule.rule_id,
    created_at: rule.created_at,
    state: 'ok',
    severity: 'warning',
  });
  const first = { rule_name: 'Gas', threshold: 100, severity: 'critical', status: 'resolved', value: 150 };
  expect(await alertsOf(scope)).toMatchObject([first]);

  await execute(scope, 150);
  await execute(scope, 250);
  await eventually(() => alertsOf(scope)).toHaveLength(2);
  expect(await alertsOf(scope)).toMatchObject([
    { rule_name: 'More gas', threshold: 200, severity: 'warning', status: 'firing', value: 250 },
    first,
  ]);
});

test('other changes do not affect the firing alert', async () => {
  const scope = await server.rows.addContract(orgId);
  const rule = await addRule(scope, { condition: above(100) });
  await execute(scope, 150);
  await eventually(() => alertsOf(scope)).toHaveLength(1);
  const changed = await change(scope, rule, { rule_name: 'Gas of all', condition: above(100) });
  expect(changed.body).toMatchObject({ rule_name: 'Gas of all', state: 'firing' });
  expect(await alertsOf(scope)).toMatchObject([{ rule_name: 'Gas', status: 'firing' }]);
});

test('a webhook with the same URL keeps its subscription and secret, a new secret or URL makes one, and a missing one is removed', async () => {
  const scope = await server.rows.addContract(orgId);
  const condition = above(1);
  const rule = await addRule(scope, { condition, actions: [hook()] });
  const [{ subscription_id: first, secret }] = rule.actions;
  expect(secret).toEqual(expect.any(String));
  const subscriptions = async () =>
    (
      await server.node.subscriptions.list(orgId, { faces: ['webhooks'] }, { limit: 10, offset: 0 })
    ).subscriptions
      .filter(({ filter }) => JSON.stringify(filter).includes(rule.rule_id))
      .map(({ id, name }) => [formatId('whs', id), name]);

  const email = { type: 'email', recipients: ['ops@shop.example'] };
  const kept = await change(scope, rule, { rule_name: 'Renamed', condition, actions: [email, hook()] });
  expect(kept.body.actions).toEqual([email, { ...hook(), subscription_id: first }]);
  expect(await subscriptions()).toEqual([[first, 'Alert: Renamed']]);

  const moved = await change(scope, rule, { condition, actions: [hook({ secret: 'a secret of its own' })] });
  const [{ subscription_id: second, ...rest }] = moved.body.actions;
  expect(rest).toEqual(hook());
  expect(second).not.toBe(first);
  expect(await subscriptions()).toEqual([[second, 'Alert: Gas']]);

  expect((await change(scope, rule, { condition })).body.actions).toEqual([]);
  expect(await subscriptions()).toEqual([]);
});

test('a refused change does not affect the rule and its webhooks', async () => {
  const scope = await server.rows.addContract(orgId);
  const rule = await addRule(scope, { condition: above(1), actions: [hook()] });
  const [{ secret: _secret, ...action }] = rule.actions;
  const all = async () =>
    (await server.node.subscriptions.list(orgId, { faces: ['webhooks'] }, { limit: 1, offset: 0 })).total;
  const before = await all();
  const refused = await change(scope, rule, {
    condition: above(2),
    actions: [hook({ url: 'http://127.0.0.1:9/other' }), hook({ url: 'http://10.0.0.1/x' })],
  });
  expect([refused.status, refused.body.error.field]).toEqual([400, 'actions.1.url']);
  expect((await change(scope, rule, { condition: { ...above(2), event: 'E' } })).status).toBe(400);
  const { body } = await server.call(orgId, 'GET', pathOf(scope));
  expect(body.alerts).toMatchObject([{ condition: above(1), actions: [action] }]);
  expect(await all()).toBe(before);

  const condition = above(1);
  const other = await server.rows.addContract(orgId);
  expect((await change(other, rule, { condition })).status).toBe(404);
  expect((await change(scope, { rule_id: 'rul_nothing' }, { condition })).status).toBe(404);
  const stranger = await server.addOrganization();
  expect((await change(scope, rule, { condition }, stranger)).status).toBe(404);
});

test('a rule from a restore works once it is changed, with its own webhooks', async () => {
  const scope = await server.rows.addContract(orgId);
  const rule = await addRule(scope, { condition: above(100), actions: [hook()] });
  await server.pool.query('update alert_rules set live = false where contract_id = $1', [scope.contractId]);
  const { body } = await change(scope, rule, { condition: above(100), actions: [hook()] });
  expect(body.status).toBe('active');
  const [{ subscription_id: own, secret }] = body.actions;
  expect(secret).toEqual(expect.any(String));
  expect(own).not.toBe(rule.actions[0].subscription_id);
  await execute(scope, 150);
  await eventually(() => alertsOf(scope)).toHaveLength(1);
});
