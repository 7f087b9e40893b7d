import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addPerson, type Person } from '../../test/access/open-people.ts';
import { callerOf } from '../kit/http/testing/call-api.ts';
import { listen } from '../kit/net/listen.fixture.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

let service: TestService;
let receiver: Server;
/** The status that the receiver answers with. */
let answer = 500;
let ana: Person;
let ben: Person;
let viewer: Person;
let strangersKey: string;
let strangersPerson: string;

beforeAll(async () => {
  service = await startTestService({ WEBHOOK_RETRY_DELAYS: '0' });
  receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(answer).end();
  });
  await listen(receiver);
  ana = await addPerson(service, 'ana@example.com', 'developer');
  ben = await addPerson(service, 'ben@example.com', 'developer');
  viewer = await addPerson(service, 'vera@example.com', 'viewer');
  strangersKey = await service.addKey('strangers');
  strangersPerson = (await addPerson(service, 'sam@example.com', 'owner', strangersKey)).userId;
});
afterAll(async () => {
  await service?.stop();
  receiver?.close();
});

const subscriptions = '/v1/webhooks/subscriptions';
const publish = (type: string) => service.call('POST', '/v1/events', { type, source: 'test', data: {} });

describe('a failing subscription', () => {
  let path: string;

  const health = async (key = service.key) => (await callerOf(service.address, key)('GET', path)).body.health;

  beforeAll(async () => {
    const body = {
      name: 'Orders',
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      events: ['order.failing'],
      secret: 'shh',
    };
    const { body: made } = await service.call('POST', subscriptions, body);
    path = `${subscriptions}/${made.subscription_id}`;
    await publish('order.failing');
    await vi.waitUntil(async () => (await health()).state === 'failing', { timeout: 60_000 });
  });

  test('is acknowledged by one person for another, and everybody sees both names', async () => {
    expect((await health()).acknowledged).toBeNull();
    const body = { assignee: ben.userId, note: 'The host moves until noon' };
    const seen = await ana.ask('PUT', `${path}/acknowledgement`, body);
    expect(seen.status, seen.text).toBe(200);
    expect(seen.body).toEqual({
      by: { id: ana.userId, name: 'ana@example.com' },
      at: expect.any(String),
      assignee: { id: ben.userId, name: 'ben@example.com' },
      note: 'The host moves until noon',
    });
    expect((await health()).acknowledged).toEqual(seen.body);
    const { body: list } = await service.call('GET', `${subscriptions}?api=all`);
    expect(list.subscriptions[0].health.acknowledged).toEqual(seen.body);
  });

  test('does not show the people of the organization to the holder of a portal link', async () => {
    const { body: link } = await service.call('POST', `${path}/portal-links`);
    expect(await health(link.key)).toMatchObject({ state: 'failing', acknowledged: null });
  });

  test('cannot be acknowledged by a viewer, for a stranger, or by a request without a person', async () => {
    expect((await viewer.ask('PUT', `${path}/acknowledgement`, {})).status).toBe(403);
    for (const assignee of [strangersPerson, `usr_${'0'.repeat(32)}`]) {
      const refused = await ana.ask('PUT', `${path}/acknowledgement`, { assignee });
      expect(refused.body.error).toMatchObject({ code: 'invalid_request', field: 'assignee' });
    }
    const foreign = await callerOf(service.address, strangersKey)('PUT', `${path}/acknowledgement`, {});
    expect(foreign.status).toBe(404);
  });

  test('is open again when the acknowledgement is withdrawn', async () => {
    expect((await ben.ask('DELETE', `${path}/acknowledgement`)).status).toBe(204);
    expect((await health()).acknowledged).toBeNull();
    expect((await ben.ask('DELETE', `${path}/acknowledgement`)).status).toBe(404);
  });

  test('is acknowledged only for the current failure: a later one must be acknowledged again', async () => {
    await ana.ask('PUT', `${path}/acknowledgement`, {});
    expect(await health()).toMatchObject({ state: 'failing', acknowledged: { by: { id: ana.userId } } });
    answer = 204;
    await publish('order.failing');
    await vi.waitUntil(async () => (await health()).state === 'healthy', { timeout: 60_000 });
    expect((await health()).acknowledged).toBeNull();
    answer = 500;
    await publish('order.failing');
    await vi.waitUntil(async () => (await health()).state === 'failing', { timeout: 60_000 });
    expect((await health()).acknowledged).toBeNull();
  });
});

test('a failing workflow stays acknowledged until a run succeeds', async () => {
  const { body: workflow } = await service.call('POST', '/v1/workflows', {
    name: 'Fails',
    trigger: { type: 'order.paid' },
    actions: [{ action: 'events.publish', input: { type: '{{ event.data.type }}', data: {} } }],
  });
  const path = `/v1/workflows/${workflow.workflow_id}`;
  const health = async () => (await service.call('GET', path)).body.health;
  const pay = (type: string) =>
    service.call('POST', '/v1/events', { type: 'order.paid', source: 'test', data: { type } });
  await pay('no dots');
  await vi.waitUntil(async () => (await health()).state === 'failing', { timeout: 60_000 });
  await ana.ask('PUT', `${path}/acknowledgement`, { assignee: ana.userId });
  await pay('still no dots');
  await vi.waitUntil(async () => (await health()).runs.failed === 2, { timeout: 60_000 });
  expect((await health()).acknowledged).toMatchObject({ by: { id: ana.userId }, note: null });
  await pay('order.thanked');
  await vi.waitUntil(async () => (await health()).state === 'healthy', { timeout: 60_000 });
  expect((await health()).acknowledged).toBeNull();
  await pay('again no dots');
  await vi.waitUntil(async () => (await health()).state === 'failing', { timeout: 60_000 });
  expect((await health()).acknowledged).toBeNull();
});

describe('a comment on a finding', () => {
  const path = `/v1/review/findings/${'c'.repeat(64)}/comments`;
  const list = async (ask = service.call) => (await ask('GET', path)).body;

  test('is visible with its author to the whole organization, oldest first, and to nobody else', async () => {
    const first = await ana.ask('POST', path, { text: 'Only the cron job calls it.' });
    expect(first.status, first.text).toBe(201);
    await service.call('POST', path, { text: 'Then it is fine.' });
    const { comments, total } = await list();
    expect(total).toBe(2);
    expect(comments[0]).toEqual(first.body);
    expect(comments.map(({ author }: { author: { name: string } }) => author.name)).toEqual([
      'ana@example.com',
      'bootstrap',
    ]);
    expect(await list(callerOf(service.address, strangersKey))).toMatchObject({ comments: [], total: 0 });
  });

  test('can only be deleted by its author or an administrator', async () => {
    const [own, keys] = (await list()).comments;
    expect((await ben.ask('DELETE', `${path}/${own.comment_id}`)).status).toBe(403);
    expect((await ana.ask('DELETE', `${path}/${own.comment_id}`)).status).toBe(204);
    expect((await ana.ask('DELETE', `${path}/${keys.comment_id}`)).status).toBe(403);
    expect((await service.call('DELETE', `${path}/${keys.comment_id}`)).status).toBe(204);
    expect((await list()).total).toBe(0);
  });

  test('must have a text and a valid finding', async () => {
    expect((await ana.ask('POST', path, { text: ' \n ' })).body.error).toMatchObject({ field: 'text' });
    expect((await ana.ask('POST', '/v1/review/findings/none/comments', { text: 'Hm' })).status).toBe(404);
  });
});
