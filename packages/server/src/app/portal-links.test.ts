import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { callerOf } from '../kit/http/testing/call-api.ts';
import { describedRoutes } from './describe-api.ts';
import { ApiWalker } from './testing/api-walker.ts';
import { openRefusingReceiver, type Receiver } from './testing/filled-organization.ts';
import { everyParameter } from './testing/path-parameters.ts';
import { sampleBody, sampleQuery } from './testing/sample-request.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

let service: TestService;
let walker: ApiWalker;
let receiver: Receiver;
/** Two subscriptions of one organization. Each has a dead letter of the same event. */
let own: string;
let other: string;
let eventId: string;

const base = '/v1/webhooks/subscriptions';

beforeAll(async () => {
  // Only one attempt, so that a refused delivery is a dead letter at once.
  service = await startTestService({ WEBHOOK_RETRY_DELAYS: '0' });
  walker = await ApiWalker.open(service.address);
  receiver = await openRefusingReceiver();
  [own, other] = await Promise.all([subscribe('own'), subscribe('other')]);
  const published = await call(service.key, 'POST', '/v1/events', {
    type: 'order.paid',
    source: 'shop',
    data: { n: 1 },
  });
  eventId = published.body.eventId;
  await vi.waitUntil(async () => (await dead(service.key)).body.total === 2, { timeout: 60_000 });
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

const call = (key: string, method: string, path: string, body?: object) =>
  callerOf(service.address, key)(method, path, body);

const dead = (key: string, query = '') => call(key, 'GET', `/v1/webhooks/dead-letter${query}`);

async function subscribe(name: string): Promise<string> {
  const body = { name, url: receiver.url, events: ['order.*'], secret: 'shh' };
  return (await call(service.key, 'POST', base, body)).body.subscription_id;
}

async function makeLink(key = service.key, body?: object) {
  return call(key, 'POST', `${base}/${own}/portal-links`, body);
}

test('a new link has an address, a key and an expiry, by default in an hour', async () => {
  const { status, body } = await makeLink();
  expect(status).toBe(201);
  expect(body).toEqual({
    subscription_id: own,
    url: `${service.address}/portal#${own}:${body.key}`,
    key: expect.stringMatching(/^trv_[\w-]{43}$/),
    may_change: false,
    event_types: null,
    appearance: null,
    expires_at: expect.any(String),
  });
  const lasts = (text: string) => Math.round((Date.parse(text) - Date.now()) / 60_000);
  expect(lasts(body.expires_at)).toBe(60);
  expect(lasts((await makeLink(service.key, { expires_in_seconds: 86_400 })).body.expires_at)).toBe(1_440);
  for (const expires_in_seconds of [59, 86_401]) {
    const refused = await makeLink(service.key, { expires_in_seconds });
    expect(refused.body.error).toMatchObject({ code: 'invalid_request', field: 'expires_in_seconds' });
  }
});

describe('the key of a link is refused by every route that is not open to links', () => {
  const closed = describedRoutes().filter(({ access, portal }) => access !== 'public' && !portal);
  let key: string;
  beforeAll(async () => {
    key = (await makeLink()).body.key;
  });
  test.each(closed.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    async (_name, route) => {
      const asked = { params: everyParameter(route.path, own), query: sampleQuery(route) };
      const answer = await walker.ask(route, { key, ...asked, body: sampleBody(route) });
      expect(answer.status).toBe(403);
      expect(answer.body.error).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('portal'),
      });
    },
  );
});

test('a link reads, tests, resends and replays its own subscription, and cannot find others', async () => {
  const { key } = (await makeLink()).body;
  expect((await call(key, 'GET', `${base}/${own}`)).body.name).toBe('own');
  expect((await call(key, 'GET', `${base}/${own}/deliveries`)).body.total).toBe(1);
  const listed = (await dead(key)).body;
  expect([listed.total, listed.dead_letters[0].subscription_id]).toEqual([1, own]);
  const mine = listed.dead_letters[0].delivery_id;
  const all = (await dead(service.key)).body.dead_letters;
  const theirs = all.find(
    (letter: { subscription_id: string }) => letter.subscription_id === other,
  ).delivery_id;
  expect((await call(key, 'GET', `/v1/webhooks/deliveries/${mine}`)).body.attempts[0].request.body).toContain(
    'order.paid',
  );

  const foreign = [
    ['GET', `${base}/${other}`],
    ['GET', `${base}/${other}/deliveries`],
    ['POST', `${base}/${other}/test`, { event: 'order.paid' }],
    ['GET', `/v1/webhooks/deliveries/${theirs}`],
    ['POST', `/v1/webhooks/deliveries/${theirs}/resend`],
    ['GET', `/v1/webhooks/dead-letter?subscription_id=${other}`],
    ['POST', `/v1/webhooks/dead-letter/${eventId}/replay?subscription_id=${other}`],
    ['POST', '/v1/webhooks/dead-letter/replay', { subscription_id: other }],
    ['GET', `/v1/webhooks/deliveries?subscription_id=${other}`],
    ['POST', '/v1/webhooks/deliveries/resend', { subscription_id: other }],
    ['GET', `${base}/${other}/stats`],
  ] as const;
  for (const [method, path, body] of foreign) {
    expect([path, (await call(key, method, path, body)).status]).toEqual([path, 404]);
  }

  const replayed = await call(key, 'POST', `/v1/webhooks/dead-letter/${eventId}/replay`);
  expect(replayed.body).toMatchObject({ replayed: 1, delivery_ids: [mine] });
  await expect.poll(() => dead(key).then(({ body }) => body.total)).toBe(1);
  expect((await call(key, 'POST', '/v1/webhooks/dead-letter/replay', { all: true })).body.matched).toBe(1);
  await expect
    .poll(() => call(key, 'GET', `${base}/${own}/deliveries`).then(({ body }) => body.total))
    .toBe(3);
  expect((await call(key, 'POST', `/v1/webhooks/deliveries/${mine}/resend`)).status).toBe(202);
  expect((await call(key, 'POST', `${base}/${own}/test`, { event: 'order.paid' })).body.test).toBe(true);
  expect((await call(service.key, 'GET', `${base}/${other}/deliveries`)).body.total).toBe(1);
});

test('a link changes the URL and the secret of its subscription only if it was made for that, and nothing else', async () => {
  const { key: looking } = (await makeLink()).body;
  const made = await makeLink(service.key, { may_change: true });
  expect(made.body).toMatchObject({
    may_change: true,
    url: expect.stringMatching(/:change$/),
  });
  const { key } = made.body;
  const moved = { url: `${receiver.url}/moved` };
  const rotated = { secret: 'another secret' };
  for (const [method, path, body] of [
    ['PUT', `${base}/${own}`, moved],
    ['POST', `${base}/${own}/secret`, rotated],
  ] as const) {
    const refused = await call(looking, method, path, body);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
    expect((await call(key, method, path.replace(own, other), body)).status).toBe(404);
    expect((await call(key, method, path, body)).status).toBe(200);
  }
  expect((await call(service.key, 'GET', `${base}/${own}`)).body.url).toBe(moved.url);
  for (const body of [{ events: ['*'] }, { ...moved, name: 'mine' }, { filter: null }]) {
    const refused = await call(key, 'PUT', `${base}/${own}`, body);
    expect([refused.status, refused.body.error.field]).toEqual([403, Object.keys(body).at(-1)]);
  }
  const internal = await call(key, 'PUT', `${base}/${own}`, { url: 'http://169.254.169.254/' });
  expect(internal.status).toBe(400);
  await call(service.key, 'PUT', `${base}/${own}`, { url: receiver.url });
});

test('a link lets its owner choose only among its event types', async () => {
  const event_types = ['order.*', 'contract.created'];
  const refused = await makeLink(service.key, { event_types });
  expect(refused.body.error).toMatchObject({ code: 'invalid_request', field: 'event_types' });
  const appearance = { name: 'Acme', accent: '#0b6bcb', theme: 'dark' };
  const made = await makeLink(service.key, { may_change: true, event_types, appearance });
  expect(made.body).toMatchObject({ event_types, appearance });
  const { key } = made.body;
  expect(await call(key, 'GET', '/v1/webhooks/portal')).toMatchObject({
    status: 200,
    body: {
      subscription_id: own,
      may_change: true,
      appearance,
      expires_at: made.body.expires_at,
      event_types: [
        { type: 'order.*', trigger: null },
        { type: 'contract.created', trigger: expect.stringContaining('contract') },
      ],
    },
  });
  expect((await call(service.key, 'GET', '/v1/webhooks/portal')).status).toBe(404);
  const choose = (events: string[], link = key) => call(link, 'PUT', `${base}/${own}`, { events });
  expect((await choose(['order.paid', 'contract.created'])).body.events).toEqual([
    'order.paid',
    'contract.created',
  ]);
  const foreign = await choose(['order.paid', 'lead.imported']);
  expect([foreign.status, foreign.body.error.field]).toEqual([403, 'events.1']);
  const without = (await makeLink(service.key, { may_change: true })).body.key;
  expect((await choose(['order.*'], without)).status).toBe(403);
  expect((await choose(['order.*'])).body.events).toEqual(['order.*']);
  const bad = await makeLink(service.key, { appearance: { accent: 'red' } });
  expect(bad.body.error).toMatchObject({ code: 'invalid_request', field: 'appearance.accent' });
});

test('a link searches, counts and resends only deliveries of its own subscription', async () => {
  const { key } = (await makeLink()).body;
  const search = async (query = '') => (await call(key, 'GET', `/v1/webhooks/deliveries${query}`)).body;
  for (const query of ['', `?event_id=${eventId}`, '?status=dead']) {
    await expect
      .poll(async () =>
        (await search(query)).deliveries.map((one: { subscription_id: string }) => one.subscription_id),
      )
      .toEqual([own]);
  }
  const attempts = async (id: string) =>
    (await call(service.key, 'GET', `${base}/${id}/stats`)).body.totals.attempts as number;
  const before = [await attempts(own), await attempts(other)] as const;
  expect((await call(key, 'GET', `${base}/${own}/stats`)).body.totals.attempts).toBe(before[0]);
  const resent = await call(key, 'POST', '/v1/webhooks/deliveries/resend', { all: true });
  const follow = () => call(service.key, 'GET', `/v1/webhooks/resends/${resent.body.resend_id}`);
  await expect.poll(async () => (await follow()).body).toMatchObject({ status: 'completed', resent: 1 });
  await expect.poll(() => attempts(own)).toBe(before[0] + 1);
  expect(await attempts(other)).toBe(before[1]);
});

test('revoking the links of a subscription ends them at once, and does not affect API keys', async () => {
  const links = [await makeLink(), await makeLink()].map(({ body }) => body.key);
  expect((await call(service.key, 'DELETE', `${base}/${own}/portal-links`)).status).toBe(204);
  for (const key of links) expect((await call(key, 'GET', `${base}/${own}`)).status).toBe(401);
  expect((await call(service.key, 'GET', `${base}/${own}`)).status).toBe(200);
});

test('the key of a link is in no list of API keys', async () => {
  const before = (await call(service.key, 'GET', '/v1/keys')).body.total;
  await makeLink();
  expect((await call(service.key, 'GET', '/v1/keys')).body.total).toBe(before);
});

test('an API key can only give its own rights to a link', async () => {
  const writer = await service.addKey('default', ['webhooks:write']);
  const refused = await makeLink(writer);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
  const expires_at = new Date(Date.now() + 600_000).toISOString();
  const brief = { name: 'brief', scopes: ['webhooks:read', 'webhooks:write'], expires_at };
  const { key } = (await call(service.key, 'POST', '/v1/keys', brief)).body;
  expect((await makeLink(key)).status).toBe(403);
  expect((await makeLink(key, { expires_in_seconds: 300 })).status).toBe(201);
});
