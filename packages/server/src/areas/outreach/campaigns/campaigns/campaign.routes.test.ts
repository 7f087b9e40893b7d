import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../app/testing/test-service.ts';
import { OutreachClient } from '../../testing/outreach-client.ts';

let service: TestService;
let client: OutreachClient;
beforeAll(async () => {
  service = await startTestService();
  client = new OutreachClient(service, service.key);
});
afterAll(() => service?.stop());

test('a draft reads as it was made, has done nothing, and says that it waits for its launch', async () => {
  const made = await client.call('POST', '/campaigns', {
    name: 'Winter',
    icp: { titles: ['CTO'] },
    channels: ['email', 'sms'],
    messaging_strategy: { subject: 'Hello', body: 'A question' },
    slo: { bounce_rate_max: 0.05 },
  });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    name: 'Winter',
    description: '',
    status: 'draft',
    pause_reason: null,
    icp: { titles: ['CTO'] },
    channel_support: [
      { channel: 'email', supported: true },
      { channel: 'sms', supported: false },
    ],
    messaging_strategy: { sequence: [{ step: 1, subject: 'Hello', body: 'A question', delay_hours: 0 }] },
    launched_at: null,
    completed_at: null,
  });
  const path = `/campaigns/${made.body.id}`;
  const { body: detail } = await client.get(path);
  expect(detail).toMatchObject({
    ...made.body,
    executions: [],
    budget: { limit_usd: null, spent_usd: 0, reserved_usd: 0, remaining_usd: null, spent_fraction: 0 },
    daily_send_limit: null,
    slo: { bounce_rate_max: 0.05, min_sample: 50, violations: [] },
    metrics: { leads_targeted: 0, emails_sent: 0, by_step: [], by_variant: [] },
  });
  expect((await client.get(`${path}/why`)).body).toEqual({
    campaign_id: made.body.id,
    status: 'draft',
    is_sending: false,
    next_at: null,
    reasons: [
      { reason: 'campaign_draft', detail: expect.stringContaining('Launch it'), messages: null, until: null },
    ],
  });
});

test('texts beside a sequence, or one mail without a body, are refused with the field', async () => {
  const refused = async (messaging_strategy: object) => {
    const { status, body } = await client.call('POST', '/campaigns', { name: 'c', messaging_strategy });
    return [status, body.error.field];
  };
  expect(await refused({ subject: 'Hello' })).toEqual([400, 'messaging_strategy.body']);
  expect(await refused({ body: ' ', subject: 'Hello' })).toEqual([400, 'messaging_strategy.body']);
  expect(await refused({ body: 'Hello' })).toEqual([400, 'messaging_strategy.subject']);
  expect(await refused({ subject: 'a', body: 'b', sequence: [{ step: 1, body: 'c' }] })).toEqual([
    400,
    'messaging_strategy.subject',
  ]);
});
