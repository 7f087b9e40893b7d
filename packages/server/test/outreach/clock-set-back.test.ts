import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type OutreachService, startOutreach } from './harness.ts';

let backMs = 0;
let service: OutreachService;
beforeAll(async () => {
  service = await startOutreach({}, { clock: { now: () => Date.now() - backMs } });
});
afterAll(() => service?.stop());

test('after the clock is set back an hour, a waiting message is not delayed by it, unless it was scheduled', async () => {
  const mailbox = { address: 'sales@example.test', postal_address: '1 Main Street', status: 'paused' };
  const { id } = (await service.post('mailboxes', mailbox)).body;
  const queue = async (to: string, more: object = {}) =>
    (await service.post('communications', { to, subject: 'Q', body: 'Hello', mailbox_id: id, ...more })).body
      .communication_id;
  const due = await queue('due@example.test');
  const planned = new Date(Date.now() + 2 * 3_600_000).toISOString();
  const later = await queue('later@example.test', { send_at: planned });
  const read = async (message: string) => (await service.get(`communications/${message}`)).body;
  await eventually(async () => expect((await read(due)).waiting_for).toBe('mailbox_paused'));
  backMs = 3_600_000;
  await eventually(async () =>
    expect(Date.parse((await read(due)).next_attempt_at)).toBeLessThan(Date.now() + 120_000),
  );
  expect(await service.put(`mailboxes/${id}`, { status: 'active' })).toMatchObject({ status: 200 });
  await eventually(async () => expect((await read(due)).status).toBe('sent'), 60_000);
  expect(await read(later)).toMatchObject({ status: 'pending', scheduled_at: planned });
}, 120_000);
