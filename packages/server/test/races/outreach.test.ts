import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HeldRows } from '../../src/kit/db/testing/held-rows.ts';
import type { Answer } from '../../src/kit/http/testing/call-api.ts';
import { uuidOf } from '../../src/kit/ids.ts';
import { required } from '../../src/kit/required.ts';
import { addLeads, anyTime, eventually, type OutreachService, startOutreach } from '../outreach/harness.ts';

let service: OutreachService;
let client: pg.Client;
let groups = 0;

beforeAll(async () => {
  service = await startOutreach();
  client = new pg.Client(service.database.connection);
  await client.connect();
});

afterAll(async () => {
  await client?.end();
  await service?.stop();
});

/** A lead of its own, with a tag and an address that nobody else has. */
async function newLead(): Promise<{ id: string; email: string }> {
  const group = `race${++groups}`;
  const [id = ''] = await addLeads(service, 1, group);
  const { body } = await service.get(`leads/${id}`);
  await service.post('lead-tags', { lead_ids: [id], add: ['race'] });
  return { id, email: body.email };
}

async function newCampaign(more: object = {}, delayHours = 0): Promise<string> {
  const sequence = [
    { step: 1, delay_hours: delayHours, subject: 'A question', body: 'Hi {{ first_name }}' },
    { step: 2, delay_hours: 1_000, subject: 'Again', body: 'Hi {{ first_name }}' },
  ];
  const messaging_strategy = { send_window: anyTime, sequence };
  const made = await service.post('campaigns', { name: 'Race', messaging_strategy, ...more });
  expect(made.status, made.text).toBe(201);
  return made.body.id;
}

describe('who is erased while something is written about them', () => {
  const agentOf = async (role: string) =>
    (await service.get('agents')).body.agents.find((agent: { role: string }) => agent.role === role).id;

  const writers: [string, (lead: { id: string; email: string }) => Promise<() => Promise<Answer>>][] = [
    [
      'a message by the lead',
      async ({ id }) =>
        () =>
          service.post('communications', { lead_id: id, subject: 'A question', body: 'Hello.' }),
    ],
    [
      'a meeting',
      async ({ id }) =>
        () =>
          service.post('meetings', {
            lead_id: id,
            meeting_time: '2030-01-01T12:00:00.000Z',
            sales_rep: `rep${groups}@example.org`,
          }),
    ],
    [
      'a tag',
      async ({ id }) =>
        () =>
          service.post('lead-tags', { lead_ids: [id], add: ['late'] }),
    ],
    [
      'the work of an agent',
      async ({ id }) => {
        const agent = await agentOf('scorer');
        return () => service.post(`agents/${agent}/execute`, { input: {}, lead_id: id });
      },
    ],
    [
      'a score',
      async ({ id }) =>
        () =>
          service.post(`leads/${id}/score`),
    ],
    [
      'a place in a campaign',
      async ({ id }) => {
        const campaign = await newCampaign();
        return () => service.put(`campaigns/${campaign}`, { lead_ids: [id] });
      },
    ],
  ];

  test.each(writers)('leaves nothing behind: %s', async (_what, prepare) => {
    const lead = await newLead();
    const uuid = uuidOf(lead.id);
    const write = await prepare(lead);
    // The erasure has deleted the lead, and waits for its tag.
    const held = await HeldRows.open(
      service.database,
      'select 1 from lead_tags where lead_id = $1 for update',
      [uuid],
    );
    const erased = service.call('DELETE', `/v1/outreach/leads/${lead.id}`);
    await held.waiting(1);
    const written = write();
    await Promise.race([written, held.waiting(2)]);
    await held.release();
    expect((await erased).status).toBe(204);
    expect((await written).status).toBeLessThan(500);
    const { rows } = await client.query(
      `select 'message' as left from communications where to_address = $2 or lead_id = $1 and to_address <> 'erased@invalid'
       union all select 'meeting' from outreach_meetings where lead_id = $1
       union all select 'tag' from lead_tags where lead_id = $1
       union all select 'campaign' from campaign_leads where lead_id = $1
       union all select 'score' from lead_scores where lead_id = $1
       union all select 'engagement' from lead_engagement where lead_id = $1
       union all select 'agent' from agent_executions where lead_id = $1 and (input::text <> '{}' or output is not null)`,
      [uuid, lead.email],
    );
    expect(rows).toEqual([]);
  });
});

test('a launch that chooses its leads while the campaign is paused goes on when it is resumed', async () => {
  const campaign = await newCampaign({ lead_ids: [(await newLead()).id] });
  const path = `campaigns/${campaign}`;
  await service.post(`${path}/launch`);
  await eventually(async () => expect((await service.get(path)).body.status).toBe('active'));
  const late = await newLead();
  await client.query(
    `insert into campaign_leads (org_id, campaign_id, lead_id, added_at)
     select org_id, $1, id, now() from leads where id = $2`,
    [uuidOf(campaign), uuidOf(late.id)],
  );
  // The pause is next in the line for the campaign, before the job that the launch queues.
  const held = await HeldRows.open(
    service.database,
    'select 1 from outreach_campaigns where id = $1 for update',
    [uuidOf(campaign)],
  );
  const launched = service.post(`${path}/launch`);
  await held.waiting(1);
  const paused = service.post(`${path}/pause`);
  await held.waiting(2);
  await held.release();
  expect([(await launched).status, (await paused).status]).toEqual([202, 200]);
  expect((await service.post(`${path}/resume`)).status).toBe(200);
  await eventually(async () => {
    const { executions } = (await service.get(path)).body;
    expect(executions.map(({ status }: { status: string }) => status)).toEqual(['active', 'active']);
  });
  expect((await service.events('campaign.launched')).at(-1)).toMatchObject({
    data: { campaign_id: campaign, leads_targeted: 1 },
    metadata: { correlationId: (await launched).headers.get('x-request-id') },
  });
  await eventually(async () => {
    const { body } = await service.get(`communications?lead_id=${late.id}`);
    expect(body.communications).toMatchObject([{ status: 'sent' }]);
  });
});

test('a budget is not set below what is being spent', async () => {
  const campaign = await newCampaign({ lead_ids: [(await newLead()).id] }, 1_000);
  const path = `campaigns/${campaign}`;
  await service.post(`${path}/launch`, { budget_limit_usd: 10 });
  await eventually(async () => expect((await service.get(path)).body.status).toBe('active'));
  await client.query(
    'update budgets set spent_micros = 1000000, reserved_micros = 500000 where campaign_id = $1',
    [uuidOf(campaign)],
  );
  const set = (budget_limit_usd: number) => service.post(`${path}/resume`, { budget_limit_usd });
  const refused = await set(1.2);
  expect([refused.status, refused.body.error?.field]).toEqual([400, 'budget_limit_usd']);
  expect(refused.body.error.message).toContain('1.5 USD');
  expect((await set(1.5)).status).toBe(200);
});

test('of mailboxes with one address, and of first ones, that are made at once there is one', async () => {
  const key = await service.addKey(`mailboxes ${++groups}`);
  const address = `sales${groups}@race.example`;
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      fetch(`${service.address}/v1/outreach/mailboxes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ address: i % 2 === 0 ? address : `${i}.${address}` }),
      }),
    ),
  );
  expect(made.map(({ status }) => status).filter((status) => status !== 200 && status !== 201)).toEqual([]);
  const { body } = await service.get('mailboxes?limit=100', key);
  const boxes: { address: string; is_default?: boolean }[] = body.mailboxes;
  expect(boxes.map((box) => box.address).sort()).toEqual(
    [address, ...[1, 3, 5, 7, 9].map((i) => `${i}.${address}`)].sort(),
  );
  const { rows } = await client.query(
    'select count(*)::int as defaults from outreach_mailboxes where org_id = (select org_id from outreach_mailboxes where address = $1) and is_default',
    [address],
  );
  expect(required(rows[0], 'the count').defaults).toBe(1);
});
