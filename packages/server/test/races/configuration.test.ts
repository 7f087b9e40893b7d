import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { HeldRows } from '../../src/kit/db/testing/held-rows.ts';
import { uuidOf } from '../../src/kit/ids.ts';

let service: TestService;
let client: pg.Client;

beforeAll(async () => {
  service = await startTestService();
  client = new pg.Client(service.database.connection);
  await client.connect();
});

afterAll(async () => {
  await client?.end();
  await service?.stop();
});

test('an alert rule that is changed and deleted at once leaves no webhook subscription behind', async () => {
  const contracts = '/v1/contracts/contracts';
  const made = await service.call('POST', contracts, { name: 'Race', template_id: 'erc20' });
  const path = `${contracts}/${made.body.id}/alerts`;
  const rule = {
    rule_name: 'Race',
    condition: { metric: 'gas_used', operator: 'greater_than', threshold: 1 },
    actions: [{ type: 'webhook', url: 'http://127.0.0.1:9/first' }],
  };
  const { rule_id } = (await service.call('POST', path, rule)).body;
  const held = await HeldRows.open(service.database, 'select 1 from alert_rules where id = $1 for update', [
    uuidOf(rule_id),
  ]);
  const second = { ...rule, actions: [{ type: 'webhook', url: 'http://127.0.0.1:9/second' }] };
  const changed = service.call('PUT', `${path}/${rule_id}`, second);
  await held.waiting(1);
  const deleted = service.call('DELETE', `${path}/${rule_id}`);
  await held.waiting(2);
  await held.release();
  expect([(await changed).status, (await deleted).status]).toEqual([200, 204]);
  expect((await service.call('GET', '/v1/webhooks/subscriptions')).body.subscriptions).toEqual([]);
});

const url = 'http://127.0.0.1:9/';
const action = { action: 'events.publish', input: { type: 'race.done', data: {} } };

test.each([
  [
    'subscription',
    '/v1/webhooks/subscriptions',
    { name: 'Race', url, events: ['race.made'], secret: 'a secret of a race' },
    'subscription_id',
  ],
  [
    'workflow',
    '/v1/workflows',
    { name: 'Race', trigger: { type: 'race.made' }, actions: [action] },
    'workflow_id',
  ],
])('a %s that is deleted is not acknowledged at the same moment', async (_what, path, body, field) => {
  const made = await service.call('POST', path, body);
  expect(made.status, made.text).toBe(201);
  const id = made.body[field];
  const held = await HeldRows.open(
    service.database,
    'select 1 from event_logs where org_id = (select id from organizations where is_default) for update',
  );
  const deleted = service.call('DELETE', `${path}/${id}`);
  await held.waiting(1);
  const acknowledged = service.call('PUT', `${path}/${id}/acknowledgement`, { note: 'seen' });
  await held.waiting(2);
  await held.release();
  expect([(await deleted).status, (await acknowledged).status]).toEqual([204, 404]);
  const { rows } = await client.query('select 1 from acknowledgements where subject = $1', [id]);
  expect(rows).toEqual([]);
});
