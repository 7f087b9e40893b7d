import type { Filling } from './filling.ts';
import { inParts, repeat, uuidOf } from './filling.ts';

/** Campaigns with everybody they wrote to, what came of it, and what it cost. */
export async function fillCampaigns(filling: Filling): Promise<void> {
  const { query, orgId, sizes } = filling;
  const { campaigns, mailbox } = await createCampaigns(filling);
  // Who is in which campaign: as many in each, one after the other.
  await query(MEMBERS, [orgId, campaigns]);
  await query(EXECUTIONS, [orgId, campaigns, sizes.days]);
  await query(RUNS, [orgId, campaigns]);
  await inParts(
    filling,
    { total: sizes.communications, atOnce: 50_000 },
    MESSAGES,
    campaigns,
    mailbox,
    sizes.days,
  );
  await query(STATES, [orgId, campaigns, sizes.days]);
  for (const text of [ENGAGEMENT, COUNTERS, REPLIES, MEETINGS, CLICKS, EVENTS]) await query(text, [orgId]);
  const [agent] = await query<{ id: string }>('select id from outreach_agents where org_id = $1 limit 1', [
    orgId,
  ]);
  for (const text of [TRACES, SPANS, COSTS, AGENT_RUNS])
    await query(text, [orgId, sizes.traces, sizes.days, agent?.id]);
  for (const table of [
    ...[
      'campaign_leads',
      'sequence_runs',
      'communications',
      'inbound_messages',
      'outreach_events',
      'communication_clicks',
    ],
    ...['traces', 'trace_spans', 'cost_entries', 'agent_executions', 'lead_engagement', 'campaign_counters'],
  ]) {
    await query(`analyze ${table}`);
  }
}

async function createCampaigns({ call, sizes }: Filling): Promise<{ campaigns: string[]; mailbox: string }> {
  const { id } = await call<{ id: string }>('POST', '/v1/outreach/mailboxes', {
    address: `ann@mail-${Date.now()}.example`,
    postal_address: '1 Main Street, Springfield',
    status: 'paused',
  });
  const campaigns: string[] = [];
  await repeat(sizes.campaigns, async (n) => {
    const campaign = await call<{ id: string }>('POST', '/v1/outreach/campaigns', {
      name: `Campaign ${n}`,
      messaging_strategy: {
        sequence: [
          {
            step: 1,
            channel: 'email',
            delay_hours: 24,
            subject: 'A question',
            body: 'Good day {{ lead.first_name }}',
          },
          { step: 2, channel: 'email', delay_hours: 72, body: 'Did you have time to read it?' },
        ],
      },
    });
    campaigns[n] = uuidOf(campaign.id);
  });
  return { campaigns, mailbox: uuidOf(id) };
}

const PLACES =
  'select id, email, row_number() over (order by id) - 1 as place, count(*) over () as leads from leads where org_id = $1';
/** How many there are, as a constant of the statement: what is compared with a place must not depend on the other side. */
const LEADS = '(select count(*) from leads where org_id = $1)';
const MEMBERS_COUNT = '(select count(*) from campaign_leads where org_id = $1)';
/** The campaign of a lead, by its place. */
const CAMPAIGN = '($2::uuid[])[1 + l.place * cardinality($2::uuid[]) / l.leads]';

const MEMBERS = `
  insert into campaign_leads (org_id, campaign_id, lead_id, added_at)
  select $1, ${CAMPAIGN}, l.id, now() from (${PLACES}) l`;

const EXECUTIONS = `
  insert into campaign_executions (org_id, id, campaign_id, status, leads_targeted, estimate, projection, warnings, start_at, created_at)
  select $1, uuidv7(at - now()), c, 'completed', 1500, '{}', '{"audience":"campaign"}', '[]', at, at
  from unnest($2::uuid[]) with ordinality as c(c, n),
    lateral (select now() - make_interval(days => $3::int) * (1 - n / cardinality($2::uuid[])::float8) as at) t`;

const RUNS = `
  insert into sequence_runs (org_id, campaign_id, lead_id, execution_id, status, next_step, trace_id, delivered_at)
  select m.org_id, m.campaign_id, m.lead_id, e.id, 'finished', 3, gen_random_uuid(), e.start_at
  from campaign_leads m join campaign_executions e on e.org_id = m.org_id and e.campaign_id = m.campaign_id
  where m.org_id = $1 and m.campaign_id = any($2::uuid[])`;

const BODY = 'we move parcels between your warehouse and your customers. '.repeat(8);

// The first step to everybody, then the second. One in thirty-seven failed.
const MESSAGES = `
  insert into communications (org_id, id, campaign_id, execution_id, lead_id, channel, step, to_address, subject, body,
    mailbox_id, status, failure_code, compliance, scheduled_at, next_attempt_at, attempts, message_id, token, trace_id,
    created_at, sent_at, delivered_at, opened_at, opens, clicked_at, clicks, replied_at, bounced_at)
  select $1, i.id, m.campaign, null, l.id, 'email', 1 + n / l.leads, l.email, 'A question about your warehouse', '${BODY}', $5,
    case when n % 37 = 0 then 'failed' else 'sent' end, case when n % 37 = 0 then 'hard_bounce' end, '{"decision":"allowed","checks":[]}', at, at, 1,
    '<com_' || replace(i.id::text, '-', '') || '@mail.example>', md5(i.id::text), gen_random_uuid(), at,
    case when n % 37 <> 0 then at end, case when n % 37 <> 0 then at end, case when n % 3 = 1 and n % 37 <> 0 then at end,
    (n % 3 = 1)::int, case when n % 24 = 1 and n % 37 <> 0 then at end, (n % 24 = 1)::int,
    case when n % 100 = 1 and n % 37 <> 0 then at end, case when n % 37 = 0 then at end
  from generate_series($2::bigint, $3::bigint - 1) n
  join (${PLACES}) l on l.place = n % ${LEADS}
  cross join lateral (select l.place * cardinality($4::uuid[]) / l.leads as rank) r
  cross join lateral (select ($4::uuid[])[1 + r.rank] as campaign,
    date_trunc('milliseconds', now() - make_interval(days => $6::int) * (1 - (r.rank + 0.5) / cardinality($4::uuid[])) + n * interval '1 ms') as at) m
  cross join lateral (select uuidv7(m.at - now()) as id) i`;

// The last twenty run, with open ways of a few leads; most others are over.
const STATES = `
  with placed as (
    select c as id, n, now() - make_interval(days => $3::int) * (1 - n / cardinality($2::uuid[])::float8) as at
    from unnest($2::uuid[]) with ordinality as c(c, n)
  ), opened as (
    update sequence_runs r set status = 'active', next_step = 3, due_at = now() + interval '30 days'
    from placed p where r.org_id = $1 and r.campaign_id = p.id and p.n > cardinality($2::uuid[]) * 0.9
      and get_byte(uuid_send(r.lead_id), 15) < 26
  )
  update outreach_campaigns c set created_at = p.at, launched_at = p.at,
    status = case when p.n > cardinality($2::uuid[]) * 0.9 then 'active' when p.n % 7 = 0 then 'cancelled' else 'completed' end
  from placed p where c.org_id = $1 and c.id = p.id`;

const ENGAGEMENT = `
  insert into lead_engagement (org_id, lead_id, sent, delivered, opens, clicks, replies, last_sent_at)
  select org_id, lead_id, count(*), count(sent_at), sum(opens), sum(clicks), count(replied_at), max(sent_at)
  from communications where org_id = $1 and lead_id is not null group by 1, 2`;

const COUNTERS = `
  insert into campaign_counters (org_id, campaign_id, step, metric, value)
  select org_id, campaign_id, step, metric, value from (
    select org_id, campaign_id, step, count(sent_at) as sent, count(opened_at) as opened, count(clicked_at) as clicked,
      count(replied_at) as replied from communications where org_id = $1 and campaign_id is not null group by 1, 2, 3
  ) c, lateral (values ('emails_sent', sent), ('delivered', sent), ('delivered_leads', sent), ('opens', opened),
    ('clicks', clicked), ('replies', replied), ('replied_leads', replied)) as m(metric, value)`;

const REPLIES = `
  insert into inbound_messages (org_id, id, fingerprint, source, communication_id, campaign_id, lead_id, from_address, subject,
    text, classification, confidence, engine, matched_by, received_at)
  select org_id, uuidv7(replied_at - now()), sha256(uuid_send(id)), 'imap', id, campaign_id, lead_id, to_address, 'Re: ' || subject,
    'Thank you, could we talk on Monday?', (array['positive', 'negative', 'out_of_office', 'unsubscribe'])[1 + get_byte(uuid_send(id), 15) % 4],
    0.85, 'rules', 'message_id', replied_at
  from communications where org_id = $1 and replied_at is not null`;

const MEETINGS = `
  insert into outreach_meetings (org_id, id, lead_id, campaign_id, communication_id, meeting_time, duration_minutes, sales_rep, status,
    source, ics_uid, attribution, created_at)
  select org_id, id, lead_id, campaign_id, communication_id, received_at + interval '5 days', 30, 'Ann', 'booked', 'api', id::text,
    '{"first_touch":"email","last_touch":"email_reply","touchpoints":2}', received_at
  from inbound_messages where org_id = $1 and classification = 'positive'`;

const CLICKS = `
  insert into communication_clicks (org_id, communication_id, url_hash, url, campaign_id, clicks, first_clicked_at, last_clicked_at)
  select org_id, id, sha256(convert_to(url, 'UTF8')), url, campaign_id, 1, clicked_at, clicked_at
  from communications, lateral (select 'https://bench.example/offer/' || get_byte(uuid_send(id), 15) % 12 as url) u
  where org_id = $1 and clicked_at is not null`;

// Which of the events of the log are about whom: the platform's own, of leads and campaigns in turn.
const EVENTS = `
  with l as materialized (
    select m.lead_id, m.campaign_id, row_number() over (order by m.campaign_id, m.lead_id) - 1 as place, count(*) over () as leads
    from campaign_leads m where m.org_id = $1
  ), a as (select id from outreach_agents where org_id = $1 limit 1)
  insert into outreach_events (org_id, position, type, fact, occurred_at, campaign_id, lead_id, agent_id)
  select e.org_id, e.position, e.type, e.fact, e.occurred_at, l.campaign_id, l.lead_id,
    case when e.fact = 'lead_scored' then (select id from a) end
  from events e join l on l.place = e.position % ${MEMBERS_COUNT}
  where e.org_id = $1 and e.source = 'outreach' on conflict do nothing`;

const TIMES = `generate_series(1, $2::int) n cross join lateral (
  select date_trunc('milliseconds', now() - make_interval(days => $3::int) * (n / $2::float8)) as at) t
  cross join lateral (select md5('trace' || n)::uuid as id) i`;
const MEMBER = `(select campaign_id, lead_id, row_number() over (order by campaign_id, lead_id) as place, count(*) over () as leads
  from campaign_leads where org_id = $1) l on l.place = 1 + n % ${MEMBERS_COUNT}`;

const TRACES = `
  insert into traces (org_id, id, campaign_id, lead_id, created_at)
  select $1, md5($1::uuid::text || i.id::text)::uuid, l.campaign_id, l.lead_id, t.at from ${TIMES} join ${MEMBER} where $4::uuid is not null`;

const SPANS = `
  insert into trace_spans (org_id, trace_id, span_id, name, kind, agent_id, started_at, duration_us, status, attributes)
  select $1, md5($1::uuid::text || i.id::text)::uuid, lpad(to_hex(s), 16, '0'), 'smtp.send', 'client', $4, t.at, 4200, 'ok', '{"step":1}'
  from ${TIMES} cross join generate_series(1, 3) s`;

const COSTS = `
  insert into cost_entries (org_id, id, occurred_at, category, amount_micros, campaign_id, agent_id, lead_id, reference)
  select $1, uuidv7(t.at - now()), t.at, (array['ai_inference', 'data_enrichment', 'channel_costs'])[1 + n % 3], 100 + n % 900,
    l.campaign_id, $4, l.lead_id, 'volume ' || n
  from ${TIMES} join ${MEMBER}`;

const AGENT_RUNS = `
  insert into agent_executions (org_id, id, agent_id, role, status, campaign_id, lead_id, input, output, engine, usage, duration_ms,
    trace_id, span_id, started_at, completed_at)
  select $1, uuidv7(t.at - now()), $4, 'scorer', 'succeeded', l.campaign_id, l.lead_id, '{"lead":"x"}', '{"score":50}', 'rules', '{}', 4,
    md5($1::uuid::text || i.id::text)::uuid, lpad(to_hex(n), 16, '0'), t.at, t.at
  from ${TIMES} join ${MEMBER}`;
