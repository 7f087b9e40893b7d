import { afterAll, beforeAll, expect, test } from 'vitest';
import { Trivium } from '../../../../../../sdk/src/index.ts';
import { startTestService, type TestService } from '../../../../app/testing/test-service.ts';
import { required } from '../../../../kit/required.ts';

let service: TestService;
let trivium: Trivium;
beforeAll(async () => {
  service = await startTestService();
  trivium = new Trivium({ url: service.address, key: service.key });
});
afterAll(() => service?.stop());

const HOUR_MS = 3_600_000;

async function sentTo(to: string, more: { mailbox_id?: string } = {}) {
  const body = { to, subject: 'A question', body: 'Hello', ...more };
  const { communication_id: id } = await trivium.api.queueCommunication({ body });
  const read = () => trivium.api.getCommunication({ params: { id } });
  return trivium.waitFor(read, ({ status }) => status === 'sent');
}

test('a message that continues an earlier one is in its thread, from the same mailbox', async () => {
  const { id: mailbox } = await trivium.api.createMailbox({ body: { address: 'second@us.example' } });
  const to = 'ada@thread.example';
  const first = await sentTo(to, { mailbox_id: mailbox });
  const { communication_id: id } = await trivium.api.queueCommunication({
    body: { to, subject: 'Re: A question', body: 'One more', in_reply_to: first.id },
  });
  const read = () => trivium.api.getCommunication({ params: { id } });
  const answer = await trivium.waitFor(read, ({ status }) => status === 'sent');
  expect(answer.mailbox_id).toBe(mailbox);
  const find = () => trivium.api.listSandboxMessages({ query: { to } });
  const { messages } = await trivium.waitFor(find, ({ total }) => total === 2);
  const kept = required(
    messages.find(({ message_id }) => message_id === answer.message_id),
    'the answer in the sandbox',
  );
  const raw = await service.call('GET', `/v1/outreach/sandbox/messages/${kept.id}/raw`);
  const headers = raw.text.split(/\r?\n\r?\n/)[0];
  expect(headers).toContain(`In-Reply-To: ${first.message_id}`);
  expect(headers).toContain(`References: ${first.message_id}`);
});

test('a message can only continue a sent one, to the same address, in the same organization', async () => {
  const first = await sentTo('grace@thread.example');
  const { communication_id: waiting } = await trivium.api.queueCommunication({
    body: {
      to: 'later@thread.example',
      subject: 'Later',
      body: 'Hello',
      send_at: new Date(Date.now() + HOUR_MS).toISOString(),
    },
  });
  const ask = (to: string, in_reply_to: string) =>
    service.call('POST', '/v1/outreach/communications', { to, subject: 'Re: it', body: 'More', in_reply_to });
  const refused = { error: expect.objectContaining({ field: 'in_reply_to' }) };
  expect(await ask('linus@thread.example', first.id)).toMatchObject({ status: 400, body: refused });
  expect(await ask('later@thread.example', waiting)).toMatchObject({ status: 409, body: refused });
  const none = `com_${'0'.repeat(32)}`;
  expect(await ask('grace@thread.example', none)).toMatchObject({ status: 404, body: refused });
  expect(await ask('grace@thread.example', 'nonsense')).toMatchObject({ status: 404, body: refused });
});

test('the total of a list is that of its rows, of all messages and of those in one state', async () => {
  await sentTo('total@thread.example');
  const list = (query: { status?: 'pending' | 'sent' }) =>
    trivium.api.listCommunications({ query: { limit: 100, ...query } });
  const all = await list({});
  expect(all.total).toBe(all.communications.length);
  for (const status of ['pending', 'sent'] as const) {
    const { total, communications } = await list({ status });
    expect(total).toBe(communications.length);
    expect(total).toBeGreaterThan(0);
  }
});
