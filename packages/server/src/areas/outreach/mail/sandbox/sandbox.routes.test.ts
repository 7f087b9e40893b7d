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

test('without a relay each mail is stored as it would have been sent, only for its organization', async () => {
  const queued = await client.call('POST', '/communications', {
    to: 'ann@firm.example',
    subject: 'A question',
    body: 'Hello Ann',
  });
  expect(queued.status).toBe(202);
  const kept = await vi.waitFor(
    async () => {
      const { body } = await client.get('/sandbox/messages?to=ann@firm.example');
      expect(body.total).toBe(1);
      return body.messages[0];
    },
    { timeout: 30_000, interval: 50 },
  );
  const sent = (await client.get(`/communications/${queued.body.communication_id}`)).body;
  expect(kept).toEqual({
    id: expect.stringMatching(/^sbm_[0-9a-f]{32}$/),
    message_id: sent.message_id,
    envelope_from: expect.stringContaining('@'),
    envelope_to: 'ann@firm.example',
    subject: 'A question',
    size_bytes: expect.any(Number),
    received_at: expect.stringMatching(/Z$/),
  });
  const { body: shown } = await client.get(`/sandbox/messages/${kept.id}`);
  expect(shown).toMatchObject({ ...kept, to: expect.stringContaining('ann@firm.example') });
  expect(shown.text).toContain('Hello Ann');
  const others = new OutreachClient(service, await service.addKey('others'));
  expect((await others.get(`/sandbox/messages/${kept.id}`)).status).toBe(404);
  expect((await others.get('/sandbox/messages')).body.total).toBe(0);
});
