import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { callerOf } from '../../src/kit/http/testing/call-api.ts';
import { addPerson } from './open-people.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.stop());

test('the operator makes an organization, whose first key is shown once and works', async () => {
  const made = await service.call('POST', '/v1/organizations', { name: 'Acme' });
  expect(made.body).toMatchObject({ name: 'Acme', is_operator: false, suspended_at: null });
  const call = callerOf(service.address, made.body.key);
  expect((await call('GET', '/v1/organization')).body).toMatchObject({ id: made.body.id, name: 'Acme' });
  const event = { type: 'order.created', source: 'shop', data: { n: 1 } };
  expect((await call('POST', '/v1/events', event)).status).toBe(201);
  const { text, body } = await service.call('GET', '/v1/organizations');
  expect(body.organizations.map(({ name }: { name: string }) => name)).toEqual(['Acme', 'default']);
  expect(text).not.toContain(made.body.key);
  const again = await service.call('POST', '/v1/organizations', { name: 'Acme' });
  expect(again.body.error).toMatchObject({ code: 'conflict', field: 'name' });
  const [told] = (await service.call('GET', '/v1/events?type=access.organization.created')).body.events;
  expect(told).toMatchObject({
    data: { organization_id: made.body.id },
    metadata: { actor: expect.stringMatching(/^key_/) },
  });
});

test('only the operator’s organization manages others or learns of them', async () => {
  const key = await service.addKey('other');
  const call = callerOf(service.address, key);
  const own = (await call('GET', '/v1/organization')).body.id;
  for (const [method, path, body] of [
    ['POST', '/v1/organizations', { name: 'Mine' }],
    ['GET', '/v1/organizations', undefined],
  ] as const)
    expect((await call(method, path, body)).status).toBe(403);
  for (const path of [`/v1/organizations/${own}/suspend`, `/v1/organizations/${own}/resume`])
    expect((await call('POST', path)).status).toBe(404);
});

test('keys and people of a suspended organization are refused at once, until it is resumed', async () => {
  const { id, key } = (await service.call('POST', '/v1/organizations', { name: 'Suspended' })).body;
  const call = callerOf(service.address, key);
  const person = await addPerson(service, 'ada@example.com', 'owner', key);
  expect((await call('GET', '/v1/organization')).status).toBe(200);
  const suspended = await service.call('POST', `/v1/organizations/${id}/suspend`);
  expect(suspended.body).toMatchObject({ id, suspended_at: expect.any(String) });
  await expect.poll(async () => (await call('GET', '/v1/organization')).status).toBe(403);
  expect((await call('GET', '/v1/organization')).body.error.message).toContain('suspended');
  expect((await person.ask('GET', '/v1/session')).status).toBe(403);
  // Doing it again changes nothing, and publishes no second event.
  await service.call('POST', `/v1/organizations/${id}/suspend`);
  const told = (await service.call('GET', '/v1/events?type=access.organization.suspended')).body;
  expect(told.total).toBe(1);
  await service.call('POST', `/v1/organizations/${id}/resume`);
  await expect.poll(async () => (await call('GET', '/v1/organization')).status).toBe(200);
  expect((await person.ask('GET', '/v1/session')).status).toBe(200);
});

test('the operator’s own organization cannot be suspended', async () => {
  const { id } = (await service.call('GET', '/v1/organization')).body;
  const refused = await service.call('POST', `/v1/organizations/${id}/suspend`);
  expect(refused.body.error.code).toBe('invalid_state');
});
