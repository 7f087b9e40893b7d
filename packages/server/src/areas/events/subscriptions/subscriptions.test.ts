import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApiServer } from '../../../engine/delivery/testing/api-server.ts';
import { type Receiver, startReceiver } from '../../../engine/delivery/testing/test-receiver.ts';
import { only } from '../../../kit/db/index.ts';
import { verifySignatureHeader } from '../../../kit/signing/index.ts';
import { eventSubscriptionRoutes } from './index.ts';

let server: ApiServer;
let receiver: Receiver;
let org: string;

beforeAll(async () => {
  server = await startApiServer(({ subscriptions }) => eventSubscriptionRoutes(() => ({ subscriptions })));
});
afterAll(() => server.close());
beforeEach(async () => {
  receiver = await startReceiver();
  org = server.fixture.newOrgId();
  return () => receiver.close();
});

const path = '/v1/events/subscriptions';
const newSubscription = (more: object = {}) => ({
  eventTypes: ['order.*'],
  webhookUrl: receiver.url,
  secret: 'shh',
  ...more,
});

test('a subscription is created, read, listed and deleted, and answers never contain its secret', async () => {
  const made = await server.call(org, 'POST', path, newSubscription({ description: 'Orders' }));
  expect(made).toMatchObject({
    status: 201,
    body: {
      subscriptionId: expect.stringMatching(/^sub_[0-9a-f]{32}$/),
      eventTypes: ['order.*'],
      webhookUrl: receiver.url,
      description: 'Orders',
      status: 'active',
      createdAt: expect.stringMatching(/Z$/),
    },
  });
  const { subscriptionId } = made.body;
  const one = await server.call(org, 'GET', `${path}/${subscriptionId}`);
  const list = await server.call(org, 'GET', path);
  expect(one.body).toEqual(made.body);
  expect(list.body).toEqual({ subscriptions: [made.body], total: 1, limit: 20, offset: 0, has_more: false });
  expect(JSON.stringify([made.body, list.body])).not.toContain('shh');
  expect((await server.call(org, 'DELETE', `${path}/${subscriptionId}`)).status).toBe(204);
  expect((await server.call(org, 'GET', `${path}/${subscriptionId}`)).status).toBe(404);
});

test('deliveries of a subscription may be ordered, by key or all together', async () => {
  const byOrder = { ordering: { key: 'data.order_id' }, onFailure: 'skip' };
  const made = await server.call(org, 'POST', path, newSubscription(byOrder));
  expect(made).toMatchObject({ status: 201, body: byOrder });
  expect((await server.call(org, 'GET', `${path}/${made.body.subscriptionId}`)).body).toEqual(made.body);
  const all = await server.call(org, 'POST', path, newSubscription({ ordering: 'all' }));
  expect(all.body).toMatchObject({ ordering: 'all', onFailure: 'block', health: { blocked: null } });
  for (const [change, field] of [
    [{ ordering: { key: 'order_id' } }, 'ordering.key'],
    [{ onFailure: 'skip' }, 'onFailure'],
  ] as const) {
    const { status, body } = await server.call(org, 'POST', path, newSubscription(change));
    expect({ status, field: body.error.field }).toEqual({ status: 400, field });
  }
});

test('a delivery has the envelope of the interface and the signature over its raw bytes', async () => {
  const { body } = await server.call(org, 'POST', path, newSubscription());
  const event = await server.node.publish(org, 'order.paid', { n: 1 });
  const sent = only(await receiver.arrived(1));
  expect(JSON.parse(sent.body.toString())).toEqual({
    subscriptionId: body.subscriptionId,
    deliveredAt: expect.stringMatching(/^\d{4}-.*Z$/),
    event: {
      eventId: `evt_${event.id.replaceAll('-', '')}`,
      type: 'order.paid',
      source: 'test',
      timestamp: new Date(event.occurredAt).toISOString(),
      data: { n: 1 },
    },
  });
  expect(verifySignatureHeader('shh', sent.body, String(sent.headers['x-signature']))).toBe(true);
});

test('the eleventh active subscription is refused, until one is deleted', async () => {
  const ids = [];
  for (let i = 0; i < 10; i++) {
    ids.push((await server.call(org, 'POST', path, newSubscription())).body.subscriptionId);
  }
  const refused = await server.call(org, 'POST', path, newSubscription());
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'subscription_limit_reached' } } });
  await server.call(org, 'DELETE', `${path}/${ids[3]}`);
  expect((await server.call(org, 'POST', path, newSubscription())).status).toBe(201);
  // The limit only counts subscriptions of this API.
  await server.node.subscribe(org, receiver.url);
  // And each organization has its own.
  expect((await server.call(server.fixture.newOrgId(), 'POST', path, newSubscription())).status).toBe(201);
});

test.each([
  [{ eventTypes: undefined }, 'missing_required_field', 'eventTypes'],
  [{ webhookUrl: undefined }, 'missing_required_field', 'webhookUrl'],
  [{ secret: undefined }, 'missing_required_field', 'secret'],
  [{ eventTypes: ['order'] }, 'invalid_event_type', 'eventTypes.0'],
  [{ webhookUrl: 'http://example.com/' }, 'invalid_request', 'webhookUrl'],
  [{ webhookUrl: 'https://a:b@example.com/' }, 'invalid_request', 'webhookUrl'],
  [{ webhookUrl: 'https://192.168.0.1/' }, 'invalid_request', 'webhookUrl'],
  [{ webhookUrl: 'ftp://example.com/' }, 'invalid_request', 'webhookUrl'],
  [{ description: 5 }, 'invalid_request', 'description'],
  [{ name: 'x' }, 'invalid_request', 'name'],
])('%o is refused as %s of %s', async (change, code, field) => {
  const { status, body } = await server.call(org, 'POST', path, newSubscription(change));
  expect({ status, code: body.error.code, field: body.error.field }).toEqual({ status: 400, code, field });
});

test('a name of a private address is refused, one that does not resolve is not', async () => {
  const resolving = await startApiServer(
    ({ subscriptions }) => eventSubscriptionRoutes(() => ({ subscriptions })),
    {
      resolve: async (name) =>
        name === 'inside.example.com'
          ? ['93.184.216.34', '10.0.0.7']
          : Promise.reject(new Error('ENOTFOUND')),
    },
  );
  const post = (webhookUrl: string) => resolving.call(org, 'POST', path, newSubscription({ webhookUrl }));
  const inside = await post('https://inside.example.com/hook');
  expect(inside).toMatchObject({ status: 400, body: { error: { field: 'webhookUrl' } } });
  expect(inside.body.error.message).not.toContain('10.0.0.7');
  expect((await post('https://later.example.com/hook')).status).toBe(201);
  await resolving.close();
});

test('subscriptions of another organization or of the other API are not found', async () => {
  const { body } = await server.call(org, 'POST', path, newSubscription());
  const { id } = await server.node.subscribe(org, receiver.url);
  const stranger = server.fixture.newOrgId();
  const foreign = await server.call(stranger, 'DELETE', `${path}/${body.subscriptionId}`);
  const other = await server.call(org, 'DELETE', `${path}/sub_${id.replaceAll('-', '')}`);
  const missing = await server.call(org, 'DELETE', `${path}/sub_${'0'.repeat(32)}`);
  const strange = await server.call(org, 'DELETE', `${path}/1`);
  for (const answer of [foreign, other, missing, strange]) {
    expect(answer.status).toBe(404);
    expect(answer.body.error.message).toBe(missing.body.error.message);
  }
  expect((await server.call(`${org}:events.read`, 'DELETE', `${path}/${body.subscriptionId}`)).status).toBe(
    403,
  );
  expect((await server.call(`${org}:events.write`, 'GET', path)).status).toBe(403);
});
