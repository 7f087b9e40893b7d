import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../src/kit/required.ts';
import { apiKey } from '../reliability/harness/api-client.ts';
import { Installation } from '../reliability/harness/installation.ts';
import { clientOf, eventually, SmtpSink } from './harness.ts';

const MESSAGES = 200;
const KILLS = 2;
/**
 * Connections to the relay. At a kill, each may have one mail on its way, and up to three more whose result is not
 * stored.
 */
const CONNECTIONS = 8;

let sink: SmtpSink;
let installation: Installation;
beforeAll(async () => {
  sink = await SmtpSink.start();
  sink.delayMs = 15;
  installation = await Installation.make({ SMTP_URL: `${sink.url}?connections=${CONNECTIONS}` });
});
afterAll(async () => {
  await installation?.remove();
  await sink?.stop();
});

test('killed at random points of sending, it loses no message, sends none twice, and names those with an unknown result', async () => {
  await installation.start();
  const service = () => clientOf(required(installation.address, 'the address'), apiKey);
  await service().post('mailboxes', { address: 'sales@example.test', postal_address: '1 Main Street' });
  const ids = await Promise.all(
    Array.from({ length: MESSAGES }, async (_, i) => {
      const message = {
        to: `kill${i}@example.test`,
        subject: 'Q',
        body: 'Hello',
        idempotency_key: `kill-${i}`,
      };
      const { status, body } = await service().post('communications', message);
      expect(status).toBe(202);
      return body.communication_id as string;
    }),
  );
  for (let kill = 1; kill <= KILLS; kill++) {
    const goal = Math.min(sink.mails.length + 5 + Math.floor(Math.random() * 60), MESSAGES - 20);
    await eventually(() => expect(sink.mails.length).toBeGreaterThanOrEqual(goal), 60_000);
    await installation.kill();
    await installation.start();
  }
  await eventually(async () => {
    const { counts } = (await service().get('communications/outbox')).body;
    expect([counts.pending, counts.processing]).toEqual([0, 0]);
  }, 90_000);
  const states = await Promise.all(ids.map(async (id) => (await service().get(`communications/${id}`)).body));
  const unknown = states.filter(({ failure_code }) => failure_code === 'delivery_unknown');
  const sent = states.filter(({ status }) => status === 'sent');
  expect(sent.length + unknown.length).toBe(MESSAGES);
  expect(unknown.length).toBeLessThanOrEqual(KILLS * CONNECTIONS * 4);
  const taken = new Map<string, number>();
  for (const { to } of sink.mails)
    taken.set(required(to[0], 'the first of to'), (taken.get(required(to[0], 'the first of to')) ?? 0) + 1);
  expect([...taken].filter(([, times]) => times > 1)).toEqual([]);
  for (const { to } of sent) expect(taken.get(to)).toBe(1);
  // One event for each mail that was sent.
  const told = (await service().events('outreach.sent')).map(({ data }) => data.communication_id);
  expect(told).toHaveLength(sent.length);
  expect(new Set(told).size).toBe(sent.length);
  const answers = await Promise.all([
    service().post('communications', {
      to: 'kill0@example.test',
      subject: 'Q',
      body: 'Hello',
      idempotency_key: 'kill-0',
    }),
  ]);
  expect(required(answers[0], 'the first of answers').body.communication_id).toBe(ids[0]);
}, 240_000);
