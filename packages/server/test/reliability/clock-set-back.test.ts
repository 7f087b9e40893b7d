import { afterAll, beforeAll, expect, test } from 'vitest';
import { askAsNobody } from '../access/open-people.ts';
import { eventually, type OutreachService, startOutreach } from '../outreach/harness.ts';

const DAY_MS = 86_400_000;

/** The shared clock of all nodes is a day ahead until it is corrected. */
let aheadMs = DAY_MS;
let service: OutreachService;

beforeAll(async () => {
  service = await startOutreach({}, { clock: { now: () => Date.now() + aheadMs } });
});
afterAll(() => service?.stop());

const signIn = () =>
  askAsNobody(service, '/v1/session/sign-in', { email: 'nobody@example.test', password: 'a wrong password' });

test('work that was delayed, leased or refused while the clock was a day ahead does not wait for that day after the correction', async () => {
  const { body: mailbox } = await service.post('mailboxes', { address: 'sam@seller.example' });
  const change = (body: object) => service.put(`mailboxes/${mailbox.id}`, body);
  const mail = { to: 'ann@example.test', subject: 'A question', body: 'Hello' };

  expect((await change({ status: 'paused' })).status).toBe(200);
  const { body: queued } = await service.post('communications', mail);
  await eventually(async () => {
    const { body } = await service.get(`communications/${queued.communication_id}`);
    expect(body).toMatchObject({ status: 'pending', waiting_for: 'mailbox_paused' });
  });
  const tries = [];
  for (let i = 0; i < 11; i++) tries.push((await signIn()).status);
  expect(tries.at(-1)).toBe(429);

  aheadMs = 0;
  expect((await signIn()).status).toBe(401);
  expect((await change({ status: 'active' })).status).toBe(200);
  await eventually(async () => {
    const { body } = await service.get(`communications/${queued.communication_id}`);
    expect(body.status).toBe('sent');
    expect(Date.parse(body.sent_at)).toBeLessThan(Date.now() + 60_000);
  });
}, 60_000);
