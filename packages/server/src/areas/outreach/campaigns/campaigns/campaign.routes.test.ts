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

test('a draft is stored unchanged, has done nothing, and says that it waits for its launch', async () => {
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

test('texts together with a sequence, or a mail without a body, are refused, naming the field', async () => {
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

test('a draft can be changed, with the latest choice of leads; a launched campaign cannot', async () => {
  await client.import('email,country\nann@firm.example,DE\nbob@firm.example,FR\n');
  const made = await client.call('POST', '/campaigns', {
    name: 'Sprnig',
    description: 'Kept',
    filter: { country: 'DE' },
    messaging_strategy: {
      sender: { name: 'Sam', email: 'sam@seller.example' },
      legal: { postal_address: '1 Main Street', basis: 'consent' },
      sequence: [{ step: 1, subject: 'Helo', body: 'Hello.', delay_hours: 48 }],
    },
  });
  const path = `/campaigns/${made.body.id}`;
  const leadsOf = async () =>
    (await client.get(`/leads?campaign_id=${made.body.id}`)).body.leads.map(
      ({ email }: { email: string }) => email,
    );
  expect(await leadsOf()).toEqual(['ann@firm.example']);

  const renamed = await client.call('PUT', path, { name: 'Spring' });
  expect([renamed.status, renamed.body.name, renamed.body.description]).toEqual([200, 'Spring', 'Kept']);
  expect(renamed.body.messaging_strategy).toEqual(made.body.messaging_strategy);
  expect(await leadsOf()).toEqual(['ann@firm.example']);

  const { messaging_strategy: before } = made.body;
  const sequence = [{ step: 1, subject: 'Hello', body: 'Hello.', delay_hours: 48 }];
  const changed = await client.call('PUT', path, {
    filter: { country: 'FR' },
    messaging_strategy: { ...before, sequence },
  });
  expect(changed.body.messaging_strategy).toEqual({ ...before, sequence });
  expect((await client.get(path)).body).toMatchObject(changed.body);
  expect(await leadsOf()).toEqual(['bob@firm.example']);

  const refused = await client.call('PUT', path, { messaging_strategy: { body: 'No subject' } });
  expect([refused.status, refused.body.error.field]).toEqual([400, 'messaging_strategy.subject']);
  expect((await client.call('PUT', path, { import_job_id: 'imp_none' })).status).toBe(404);
  expect(await leadsOf()).toEqual(['bob@firm.example']);

  await client.call('POST', `${path}/launch`, {});
  await vi.waitFor(async () => {
    const { campaigns } = (await client.get('/campaigns')).body;
    const row = campaigns.find(({ id }: { id: string }) => id === made.body.id);
    expect(row).toMatchObject({ leads_targeted: 1, emails_sent: 0, replies: 0 });
  });
  const late = await client.call('PUT', path, { name: 'Too late' });
  expect([late.status, late.body.error.code]).toEqual([409, 'invalid_state']);
  expect((await client.get(path)).body.name).toBe('Spring');
});
