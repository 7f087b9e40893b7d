import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLeads, anyTime, eventually, type OutreachService, startOutreach } from './harness.ts';

let service: OutreachService;
beforeAll(async () => {
  service = await startOutreach();
});
afterAll(() => service?.stop());

const SOON_HOURS = 0.00001;
const step = (n: number, more = {}) => ({
  step: n,
  delay_hours: n === 1 ? 0 : SOON_HOURS,
  subject: `Step ${n}`,
  body: 'Hi {{ first_name }}',
  ...more,
});

async function create(more: Record<string, unknown> = {}, strategy: Record<string, unknown> = {}) {
  const { status, body } = await service.post('campaigns', {
    name: 'Campaign',
    messaging_strategy: { send_window: anyTime, sequence: [step(1)], ...strategy },
    ...more,
  });
  expect(status).toBe(201);
  return body;
}

const read = async (id: string) => (await service.get(`campaigns/${id}`)).body;
const until = (id: string, status: string) =>
  eventually(async () => expect((await read(id)).status).toBe(status));

test('a campaign starts as a draft with a squad, and its events record its whole life', async () => {
  const lead_ids = await addLeads(service, 3, 'life');
  const sender = { name: 'Ann Seller', email: 'Ann@Seller.example' };
  const sequence = [step(1), step(2, { subject: undefined })];
  const campaign = await create({ lead_ids }, { sender, sequence });
  expect(campaign).toMatchObject({ status: 'draft', campaign_id: campaign.id });
  expect(campaign.agent_squad.map(({ role }: { role: string }) => role)).toContain('compliance_guard');
  const launch = await service.post(`campaigns/${campaign.id}/launch`, { budget_limit_usd: 10 });
  expect(launch.status).toBe(202);
  expect(launch.body).toMatchObject({
    status: 'launching',
    projected_counts: { leads_eligible: 3, leads_targeted: 3, emails_planned: 6 },
    cost_estimate: { high_usd: 0.0006 },
  });
  await until(campaign.id, 'completed');
  const { metrics, budget, executions } = await read(campaign.id);
  expect(executions.map(({ status }: { status: string }) => status)).toEqual(['completed']);
  expect(metrics).toMatchObject({ leads_targeted: 3, emails_sent: 6, delivered: 6, spend_usd: 0.0006 });
  expect(budget.reserved_usd).toBe(0);
  const mails = (await service.get('sandbox/messages?to=life0@life.example')).body.messages;
  // The second step has no subject, so it continues the thread of the first.
  expect(mails.map(({ subject }: { subject: string }) => subject)).toEqual(['Re: Step 1', 'Step 1']);
  // They are sent from the address of the campaign; its mailbox was created for it.
  expect(mails.map((mail: { envelope_from: string }) => mail.envelope_from)).toEqual(
    Array(2).fill('ann@seller.example'),
  );
  for (const type of ['campaign.created', 'campaign.launched', 'campaign.completed']) {
    const events = (await service.events(type)).filter(({ data }) => data.campaign_id === campaign.id);
    expect(events, type).toHaveLength(1);
  }
  const completed = (await service.events('campaign.completed')).find(
    ({ data }) => data.campaign_id === campaign.id,
  );
  const totals = { leads_targeted: 3, emails_sent: 6, replies: 0, meetings_booked: 0, spend_usd: 0.0006 };
  expect(completed?.data).toMatchObject(totals);
  const [launched] = (await service.get(`events?type=campaign.launched&campaign_id=${campaign.id}`)).body
    .events;
  expect(launched.correlation_id).toBe(launch.headers.get('x-request-id'));
  const again = await service.post(`campaigns/${campaign.id}/launch`, { test_cohort_size: 1 });
  expect([again.status, again.body.error.code]).toEqual([409, 'invalid_state']);
});

test('one launch key is one launch, and is refused for another; a cohort larger than the leads is refused', async () => {
  const lead_ids = await addLeads(service, 2, 'keyed');
  const { id } = await create({ lead_ids });
  const launch = (body: object) => service.post(`campaigns/${id}/launch`, body);
  const tooMany = await launch({ test_cohort_size: 3 });
  expect([tooMany.status, tooMany.body.error.field]).toEqual([400, 'test_cohort_size']);
  const first = await launch({ budget_limit_usd: 1, idempotency_key: 'k' });
  const again = await launch({ budget_limit_usd: 1, idempotency_key: 'k' });
  expect([first.status, again.status]).toEqual([202, 200]);
  expect(again.body.execution_id).toBe(first.body.execution_id);
  const other = await launch({ budget_limit_usd: 2, idempotency_key: 'k' });
  expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_conflict']);
});

test('a campaign that needs an approval of each message says so before anything is sent', async () => {
  const { id } = await create({ agent_config: { require_approval: true } });
  const refused = await service.post(`campaigns/${id}/launch`, {});
  expect([refused.status, refused.body.error.field]).toEqual([409, 'agent_config.require_approval']);
});

test('a test cohort is launched first and the rest later, each lead once', async () => {
  const lead_ids = await addLeads(service, 10, 'cohort');
  const campaign = await create({ lead_ids });
  const tooMany = await service.post(`campaigns/${campaign.id}/launch`, { test_cohort_size: 11 });
  expect(tooMany.body.error).toMatchObject({ code: 'invalid_request', field: 'test_cohort_size' });
  const tooLate = await service.post(`campaigns/${campaign.id}/launch`, { start_at: '2999-01-01T00:00:00Z' });
  expect([tooLate.status, tooLate.body.error.field]).toEqual([400, 'start_at']);
  await service.post(`campaigns/${campaign.id}/launch`, { test_cohort_size: 4 });
  await until(campaign.id, 'completed');
  expect((await read(campaign.id)).metrics).toMatchObject({ leads_targeted: 4, emails_sent: 4 });
  await service.post(`campaigns/${campaign.id}/launch`, {});
  await eventually(async () =>
    expect((await read(campaign.id)).metrics).toMatchObject({ leads_targeted: 10, emails_sent: 10 }),
  );
  const { body } = await service.get(`communications?campaign_id=${campaign.id}&limit=100`);
  expect(new Set(body.communications.map(({ lead_id }: { lead_id: string }) => lead_id)).size).toBe(10);
});

test('variants are sent by weight, each lead always gets the same one, and they are counted separately', async () => {
  const lead_ids = await addLeads(service, 60, 'variant');
  const variants = [
    { variant: 'a', weight: 6, subject: 'A' },
    { variant: 'b', weight: 1, subject: 'B' },
    { variant: 'never', weight: 0, subject: 'C' },
  ];
  const campaign = await create({ lead_ids }, { sequence: [step(1, { variants })] });
  await service.post(`campaigns/${campaign.id}/launch`, {});
  await until(campaign.id, 'completed');
  const { by_variant } = (await read(campaign.id)).metrics;
  const sent = Object.fromEntries(
    by_variant.map((one: { variant: string; emails_sent: number }) => [one.variant, one.emails_sent]),
  );
  expect(sent.a + sent.b).toBe(60);
  expect(sent.never).toBeUndefined();
  expect(sent.a).toBeGreaterThan(sent.b);
});

test('a step whose condition is not met is skipped', async () => {
  const lead_ids = await addLeads(service, 2, 'condition');
  const sequence = [step(1), step(2, { condition: 'if_clicked' }), step(3, { condition: 'if_not_opened' })];
  const campaign = await create({ lead_ids }, { sequence });
  await service.post(`campaigns/${campaign.id}/launch`, {});
  await until(campaign.id, 'completed');
  const { by_step } = (await read(campaign.id)).metrics;
  expect(by_step.map((one: { step: number; emails_sent: number }) => [one.step, one.emails_sent])).toEqual([
    [1, 2],
    [3, 2],
  ]);
});

test('a budget is never overspent: the campaign is paused when the next mail does not fit, with an event', async () => {
  const lead_ids = await addLeads(service, 8, 'budget');
  const campaign = await create({ lead_ids });
  await service.post(`campaigns/${campaign.id}/launch`, { budget_limit_usd: 0.00055 });
  await until(campaign.id, 'paused');
  const paused = await read(campaign.id);
  expect(paused).toMatchObject({ pause_reason: 'budget', budget: { limit_usd: 0.00055 } });
  await eventually(async () =>
    expect((await read(campaign.id)).budget).toMatchObject({ spent_usd: 0.0005, reserved_usd: 0 }),
  );
  const poor = await service.post(`campaigns/${campaign.id}/resume`, {});
  expect([poor.status, poor.body.error.code, poor.body.error.field]).toEqual([
    409,
    'budget_exceeded',
    'budget_limit_usd',
  ]);
  const why = (await service.get(`campaigns/${campaign.id}/why`)).body;
  expect(why.reasons.filter(({ reason }: { reason: string }) => reason === 'budget')).toHaveLength(1);
  expect(why).toMatchObject({ is_sending: false, status: 'paused' });
  expect(why.reasons.map(({ reason }: { reason: string }) => reason)).toContain('budget');
  const tooLow = await service.post(`campaigns/${campaign.id}/resume`, { budget_limit_usd: 0.0001 });
  expect(tooLow.body.error.field).toBe('budget_limit_usd');
  await service.post(`campaigns/${campaign.id}/resume`, { budget_limit_usd: 1 });
  await until(campaign.id, 'completed');
  expect((await read(campaign.id)).metrics).toMatchObject({ emails_sent: 8, spend_usd: 0.0008 });
  const told = (await service.events('budget.threshold_reached')).filter(
    ({ data }) => data.campaign_id === campaign.id,
  );
  expect(told.map(({ data }) => data.threshold)).toEqual([0.5, 0.8]);
});

test('a daily limit is never exceeded, a pause stops everything, a cancellation ends it', async () => {
  const lead_ids = await addLeads(service, 9, 'daily');
  const campaign = await create({ lead_ids });
  await service.post(`campaigns/${campaign.id}/launch`, { daily_send_limit: 3 });
  await eventually(async () => {
    const { reasons } = (await service.get(`campaigns/${campaign.id}/why`)).body;
    expect(reasons).toContainEqual(expect.objectContaining({ reason: 'campaign_daily_limit', messages: 6 }));
  });
  await eventually(async () => expect((await read(campaign.id)).metrics.emails_sent).toBe(3));
  for (const verb of ['pause', 'pause']) {
    expect((await service.post(`campaigns/${campaign.id}/${verb}`)).body).toMatchObject({
      status: 'paused',
      pause_reason: 'manual',
    });
  }
  expect(
    (await service.events('campaign.paused')).filter(({ data }) => data.campaign_id === campaign.id),
  ).toHaveLength(1);
  expect((await service.post(`campaigns/${campaign.id}/launch`)).body.error.code).toBe('invalid_state');
  expect((await service.post(`campaigns/${campaign.id}/cancel`)).body.status).toBe('cancelled');
  const { body } = await service.get(`communications?campaign_id=${campaign.id}&status=failed`);
  expect(body.communications.map((one: { failure_code: string }) => one.failure_code)).toEqual(
    Array(6).fill('cancelled'),
  );
  expect((await service.post(`campaigns/${campaign.id}/resume`)).body.error.code).toBe('invalid_state');
});

test('a mailbox keeps its limits and its warm-up', async () => {
  const { body: mailbox } = await service.post('mailboxes', {
    address: 'warm@example.test',
    warmup: { first_day: 2, daily_step: 3 },
    daily_limit: 100,
  });
  expect(mailbox).toMatchObject({ daily_limit: 100, daily_limit_today: 2 });
  const lead_ids = await addLeads(service, 5, 'warm');
  const campaign = await create({ lead_ids }, { sender: { mailbox_ids: [mailbox.id] } });
  await service.post(`campaigns/${campaign.id}/launch`, {});
  await eventually(async () => {
    const { reasons } = (await service.get(`campaigns/${campaign.id}/why`)).body;
    expect(reasons).toContainEqual(expect.objectContaining({ reason: 'mailbox_daily_limit', messages: 3 }));
  });
  await eventually(async () => expect((await read(campaign.id)).metrics.emails_sent).toBe(2));
  expect((await service.get(`mailboxes/${mailbox.id}`)).body).toMatchObject({
    sent_today: 2,
    held_by: 'mailbox_daily_limit',
  });
});

test('outside of the send window nothing is sent, and the answer says until when', async () => {
  const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][(new Date().getUTCDay() + 3) % 7];
  const lead_ids = await addLeads(service, 1, 'window');
  const campaign = await create({ lead_ids }, { send_window: { ...anyTime, days: [day] } });
  await service.post(`campaigns/${campaign.id}/launch`, {});
  await eventually(async () => {
    const { reasons } = (await service.get(`campaigns/${campaign.id}/why`)).body;
    const waits = reasons.find(({ reason }: { reason: string }) => reason === 'send_window');
    expect(waits).toMatchObject({ messages: 1 });
    expect(Date.parse(waits.until) - Date.now()).toBeGreaterThan(86_400_000);
  });
});

test('a text that cannot be rendered is blocked with an event, and delays no other campaign', async () => {
  const [bad, good] = [await addLeads(service, 2, 'endless'), await addLeads(service, 2, 'fine')];
  const endless = await create(
    { lead_ids: bad },
    { sequence: [step(1, { body: '{% for i in (1..99999999) %}x{% endfor %}' })] },
  );
  await service.post(`campaigns/${endless.id}/launch`, {});
  const fine = await create({ lead_ids: good });
  await service.post(`campaigns/${fine.id}/launch`, {});
  await until(fine.id, 'completed');
  await until(endless.id, 'completed');
  expect((await read(endless.id)).metrics).toMatchObject({ emails_sent: 0, blocked: 2 });
  const blocked = (await service.events('compliance.blocked')).filter(
    ({ data }) => data.campaign_id === endless.id,
  );
  expect(blocked.map(({ data }) => data.rule)).toEqual(['unresolved_variables', 'unresolved_variables']);
});

test('a missed goal is reported once; too many bounces pause the campaign before more harm is done', async () => {
  const lead_ids = await addLeads(service, 4, 'levels');
  const slo = { bounce_rate_max: 0.2, open_rate_min: 0.5, min_sample: 4, window_minutes: 60 };
  const { id } = await create({ lead_ids, slo }, { sequence: [step(1), step(2, { delay_hours: 100 })] });
  await service.post(`campaigns/${id}/launch`, {});
  const told = async () =>
    (await service.events('slo.violated'))
      .filter(({ data }) => data.campaign_id === id)
      .map(({ data }) => data);
  await eventually(async () => expect(await told()).toHaveLength(1));
  expect((await told())[0]).toMatchObject({
    slo: 'open_rate_min',
    threshold: 0.5,
    actual: 0,
    window_minutes: 60,
  });
  const { communications } = (await service.get(`communications?campaign_id=${id}`)).body;
  await service.post('inbound', {
    raw: `From: MAILER-DAEMON@mx.example\nSubject: Undelivered Mail\nX-Failed-Recipients: ${communications[0].to}\nIn-Reply-To: ${communications[0].message_id}\n\n550 5.1.1 User unknown\n`,
  });
  await until(id, 'paused');
  const { pause_reason, slo: levels } = await read(id);
  expect(pause_reason).toBe('bounce_rate');
  expect(levels.violations.map(({ slo: name }: { slo: string }) => name).sort()).toEqual([
    'bounce_rate_max',
    'open_rate_min',
  ]);
  expect((await told()).map((data) => data.slo)).toEqual(['open_rate_min', 'bounce_rate_max']);
  expect((await told())[1]).toMatchObject({ actual: 0.25, threshold: 0.2 });
});

test("in quiet hours a campaign waits for the recipient's morning, and manual mail gets a warning", async () => {
  // A time zone in which it is just after ten in the evening.
  const ahead = ((22 - new Date().getUTCHours() + 36) % 24) - 12;
  const timezone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  await addLeads(service, 1, 'night', { timezone });
  const [{ id: leadId }] = (await service.get('leads?q=night')).body.leads;
  const legal = { quiet_hours: { start: '21:00', end: '08:00' } };
  const held = await create({ lead_ids: [leadId] }, { legal });
  await service.post(`campaigns/${held.id}/launch`, {});
  await eventually(async () => {
    const { reasons } = (await service.get(`campaigns/${held.id}/why`)).body;
    expect(reasons).toContainEqual(expect.objectContaining({ reason: 'quiet_hours', messages: 1 }));
  });
  const { body } = await service.post('communications', { lead_id: leadId, subject: 'Q', body: 'Hi' });
  expect(body.compliance.checks).toContainEqual(
    expect.objectContaining({ rule: 'quiet_hours', result: 'warning' }),
  );
});

test.each([
  [{ name: '' }, 'name'],
  [{ channels: [] }, 'channels'],
  [{ channels: ['pigeon'] }, 'channels.0'],
  [{ messaging_strategy: { sequence: [{ step: 1, body: '{{ x' }] } }, 'messaging_strategy.sequence.0.body'],
  [{ messaging_strategy: { sequence: [{ step: 1 }] } }, 'messaging_strategy.sequence.0.body'],
  [{ messaging_strategy: { sequence: [step(1), step(1)] } }, 'messaging_strategy.sequence.1.step'],
  [
    { messaging_strategy: { send_window: { start: '17:00', end: '09:00' } } },
    'messaging_strategy.send_window.end',
  ],
  [
    { messaging_strategy: { send_window: { timezone: 'Mars/Base' } } },
    'messaging_strategy.send_window.timezone',
  ],
  [{ messaging_strategy: { sender: { name: 'A\r\nBcc: x' } } }, 'messaging_strategy.sender.name'],
  [{ messaging_strategy: { sender: { email: 'a@b.example\r\nBcc: x' } } }, 'messaging_strategy.sender.email'],
  [{ messaging_strategy: { booking: { timezone: 'Mars/Base' } } }, 'messaging_strategy.booking.timezone'],
  [{ messaging_strategy: { booking: { start: '18:00' } } }, 'messaging_strategy.booking.end'],
  [
    { messaging_strategy: { legal: { quiet_hours: { start: '08:00', end: '21:00' } } } },
    'messaging_strategy.legal.quiet_hours.end',
  ],
  [{ messaging_strategy: { booking_url: 'javascript:alert(1)' } }, 'messaging_strategy.booking_url'],
  [
    { messaging_strategy: { sequence: [step(1, { subject: 'a\r\nBcc: x' })] } },
    'messaging_strategy.sequence.0.subject',
  ],
  [
    { messaging_strategy: { sequence: [step(1, { body: '{% include "x" %}' })] } },
    'messaging_strategy.sequence.0.body',
  ],
  [
    { messaging_strategy: { sequence: [step(1, { body: '{{ x | nothing }}' })] } },
    'messaging_strategy.sequence.0.body',
  ],
  [
    {
      messaging_strategy: {
        sequence: [step(1, { variants: [1, 2].map(() => ({ variant: 'a', body: 'x' })) })],
      },
    },
    'messaging_strategy.sequence.0.variants.1.variant',
  ],
  [
    { messaging_strategy: { sequence: [step(1, { variants: [{ variant: 'a', weight: 0, body: 'x' }] })] } },
    'messaging_strategy.sequence.0.variants.0.weight',
  ],
  [{ icp: { employee_min: 10, employee_max: 5 } }, 'icp.employee_max'],
  [{ messaging_strategy: { subject: 'a', body: 'b', sequence: [step(1)] } }, 'messaging_strategy.subject'],
  [{ messaging_strategy: { body: 'b' } }, 'messaging_strategy.subject'],
  [{ messaging_strategy: { subject: 'a', body: ' ' } }, 'messaging_strategy.body'],
  [{ messaging_strategy: { html: '<p>a</p>' } }, 'messaging_strategy.subject'],
  [{ filter: { status: 'asleep' } }, 'filter.status'],
  [{ agent_config: { agents: ['poet'] } }, 'agent_config.agents.0'],
  [{ agent_config: { engine: 'oracle' } }, 'agent_config.engine'],
  [{ agent_config: { max_cost_per_lead_usd: -1 } }, 'agent_config.max_cost_per_lead_usd'],
])('a campaign with %j is refused, naming the field', async (body, field) => {
  const answer = await service.post('campaigns', { name: 'bad', ...body });
  expect(answer.status).toBe(400);
  expect(answer.body.error.field).toBe(field);
});

test.each([
  [{ lead_ids: ['led_1'] }, 'lead_ids.0'],
  [{ lead_ids: [`led_${'0'.repeat(32)}`] }, 'lead_ids.0'],
  [
    { messaging_strategy: { sender: { mailbox_ids: [`mbx_${'0'.repeat(32)}`] } } },
    'messaging_strategy.sender.mailbox_ids.0',
  ],
])('a campaign with %j is refused, naming the unknown part and the right field', async (body, field) => {
  const answer = await service.post('campaigns', { name: 'bad', ...body });
  expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found', field } } });
});

test("a campaign's counts equal a recount of the events, step by step", async () => {
  const { campaigns } = (await service.get('campaigns?limit=100')).body;
  const sentOf = async (id: string) =>
    (await service.events('outreach.sent')).filter(({ data }) => data.campaign_id === id);
  for (const { id } of campaigns) {
    // Some campaigns are still sending: if the events before and after reading the metrics are the same, the metrics
    // must equal them.
    await eventually(async () => {
      const before = await sentOf(id);
      const { metrics } = await read(id);
      const sent = await sentOf(id);
      expect(sent).toHaveLength(before.length);
      expect(metrics.emails_sent).toBe(sent.length);
      for (const { step: n, emails_sent } of metrics.by_step) {
        expect(emails_sent).toBe(sent.filter(({ data }) => data.step === n).length);
      }
    });
  }
});
