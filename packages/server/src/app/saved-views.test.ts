import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, callerOf } from '../kit/http/testing/call-api.ts';
import { startTestService, type TestService } from './testing/test-service.ts';

let service: TestService;
let ana: Call;
let ben: Call;

beforeAll(async () => {
  service = await startTestService();
  [ana, ben] = await Promise.all([callerAs('ana'), callerAs('ben')]);
});
afterAll(() => service?.stop());

async function callerAs(name: string): Promise<Call> {
  const { body } = await service.call('POST', '/v1/keys', { name, scopes: ['events:read'] });
  return callerOf(service.address, body.key);
}

const view = (of: object = {}) => ({
  list: 'deliveries',
  name: 'Failing',
  filters: { status: 'dead_letter', hours: '24' },
  ...of,
});

const namesOf = async (call: Call, query = '') =>
  (await call('GET', `/v1/views${query}`)).body.views.map(({ name }: { name: string }) => name);

test('a saved view is private until it is shared', async () => {
  const { status, body } = await ana('POST', '/v1/views', view());
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      id: expect.stringMatching(/^viw_[0-9a-f]{32}$/),
      list: 'deliveries',
      name: 'Failing',
      filters: { status: 'dead_letter', hours: '24' },
      shared: false,
      own: true,
      owner: { id: expect.stringMatching(/^key_/), name: 'ana' },
      created_at: expect.any(String),
    },
  });
  expect(await namesOf(ana, '?list=deliveries')).toEqual(['Failing']);
  expect(await namesOf(ana, '?list=events')).toEqual([]);
  expect(await namesOf(ben)).toEqual([]);
  expect((await ben('PATCH', `/v1/views/${body.id}`, { name: 'x' })).status).toBe(404);
  expect((await ana('PATCH', `/v1/views/${body.id}`, { shared: true })).body).toMatchObject({
    name: 'Failing',
    shared: true,
    filters: { hours: '24' },
  });
  const [seen] = (await ben('GET', '/v1/views?list=deliveries')).body.views;
  expect(seen).toMatchObject({ name: 'Failing', own: false, owner: { name: 'ana' } });
});

test('a shared view is changed only by its owner, and deleted by the owner or with the scope admin', async () => {
  const { body } = await ana('POST', '/v1/views', view({ name: 'Ours', shared: true }));
  for (const [method, sent] of [['PATCH', { name: 'Mine' }], ['DELETE']] as const) {
    const refused = await ben(method, `/v1/views/${body.id}`, sent);
    expect(refused.body.error).toMatchObject({ code: 'forbidden' });
  }
  expect((await service.call('DELETE', `/v1/views/${body.id}`)).status).toBe(204);
  expect(await namesOf(ana)).not.toContain('Ours');
  expect((await ana('DELETE', `/v1/views/${body.id}`)).status).toBe(404);
});

test('an owner can use a name once per list', async () => {
  const first = await ben('POST', '/v1/views', view({ name: 'Twice' }));
  const again = await ben('POST', '/v1/views', view({ name: 'Twice' }));
  expect(again.status).toBe(409);
  expect(again.body.error).toMatchObject({ code: 'conflict', field: 'name' });
  expect((await ben('POST', '/v1/views', view({ name: 'Twice', list: 'events' }))).status).toBe(201);
  expect((await ana('POST', '/v1/views', view({ name: 'Twice' }))).status).toBe(201);
  const other = await ben('POST', '/v1/views', view({ name: 'Other' }));
  expect((await ben('PATCH', `/v1/views/${other.body.id}`, { name: 'Twice' })).status).toBe(409);
  expect(
    (await ben('PATCH', `/v1/views/${first.body.id}`, { name: 'Twice', filters: { a: 'b' } })).status,
  ).toBe(200);
});

test('another organization sees no views', async () => {
  const { body } = await ana('POST', '/v1/views', view({ name: 'Theirs', shared: true }));
  const other = callerOf(service.address, await service.addKey('Other'));
  expect(await namesOf(other)).toEqual([]);
  for (const method of ['PATCH', 'DELETE']) {
    const answer = await other(
      method,
      `/v1/views/${body.id}`,
      method === 'PATCH' ? { name: 'x' } : undefined,
    );
    expect(answer.status).toBe(404);
  }
});

test.each([
  [{ list: 'nothing' }, 'list'],
  [{ name: '' }, 'name'],
  [{ filters: {} }, 'filters'],
  [{ filters: { status: 5 } }, 'filters.status'],
  [{ filters: { status: 'x'.repeat(501) } }, 'filters.status'],
  [{ owner: 'me' }, 'owner'],
])('a view with %j is refused, naming the field', async (sent, field) => {
  const { status, body } = await ana('POST', '/v1/views', view(sent));
  expect({ status, field: body.error?.field }).toEqual({ status: 400, field });
});

test('an owner can have at most two hundred views', async () => {
  const call = await callerAs('collector');
  for (let i = 0; i < 200; i++) await call('POST', '/v1/views', view({ name: `View ${i}` }));
  const refused = await call('POST', '/v1/views', view({ name: 'One more' }));
  expect(refused.status).toBe(409);
  expect((await call('GET', '/v1/views?limit=1')).body.total).toBeGreaterThanOrEqual(200);
});
