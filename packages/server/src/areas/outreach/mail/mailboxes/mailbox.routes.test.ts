import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestService, type TestService } from '../../../../app/testing/test-service.ts';
import { OutreachClient } from '../../testing/outreach-client.ts';

let service: TestService;
let client: OutreachClient;
beforeAll(async () => {
  service = await startTestService();
  client = new OutreachClient(service, service.key);
});
afterAll(() => service?.stop());

test('a mailbox has the given values, and a change only affects the named ones', async () => {
  const made = await client.call('POST', '/mailboxes', {
    address: 'sam@us.example',
    postal_address: 'Road 1',
    daily_limit: 50,
    warmup: { first_day: 5, daily_step: 5 },
  });
  expect(made.status).toBe(201);
  const today = new Date().toISOString().slice(0, 10);
  expect(made.body).toMatchObject({
    address: 'sam@us.example',
    name: 'sam',
    postal_address: 'Road 1',
    is_default: true,
    daily_limit: 50,
    hourly_limit: null,
    min_gap_seconds: 0,
    warmup: { first_day: 5, daily_step: 5, started_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    sent_today: 0,
    held_by: null,
  });
  expect(made.body.warmup.started_on >= today).toBe(true);
  const path = `/mailboxes/${made.body.id}`;
  const changed = await client.call('PUT', path, { hourly_limit: 7, postal_address: '' });
  expect(changed.body).toEqual({ ...made.body, hourly_limit: 7, postal_address: null });
  const warm = await client.call('PUT', path, { warmup: null, status: 'paused' });
  expect(warm.body).toMatchObject({
    warmup: null,
    daily_limit_today: 50,
    hourly_limit: 7,
    status: 'paused',
    held_by: 'mailbox_paused',
  });
  expect((await client.get(path)).body).toEqual(warm.body);
});

test('an unknown field, and a warm-up without a required field, are refused by name', async () => {
  const post = async (more: object) => {
    const { status, body } = await client.call('POST', '/mailboxes', { address: 'bo@us.example', ...more });
    return [status, body.error?.field];
  };
  expect(await post({ limit: 1 })).toEqual([400, 'limit']);
  expect((await post({ warmup: { first_day: 1 } }))[0]).toBe(400);
  expect((await post({ warmup: { first_day: 1, daily_step: 1, more: 1 } }))[0]).toBe(400);
  expect(await post({ address: 'bo' })).toEqual([400, 'address']);
});

test('a mailbox without a limit reports what it sent today, and a later limit counts it', async () => {
  const { body: made } = await client.call('POST', '/mailboxes', { address: 'free@us.example' });
  const path = `/mailboxes/${made.id}`;
  const send = (n: number) =>
    client.call('POST', '/communications', {
      to: `reader-${n}@them.example`,
      subject: 'Hello',
      body: 'Good day.',
      mailbox_id: made.id,
    });
  await send(1);
  await vi.waitFor(async () => expect((await client.get(path)).body.sent_today).toBe(1), { timeout: 20_000 });
  const limited = await client.call('PUT', path, { daily_limit: 1 });
  expect(limited.body).toMatchObject({ sent_today: 1, held_by: 'mailbox_daily_limit' });
});
