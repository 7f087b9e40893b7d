import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../kit/db/testing/open-database.ts';
import { type Recorded, rowsRead } from '../../kit/db/testing/rows-read.ts';
import { readSample, readTitles } from './agents/kinds/sample.repository.ts';
import { listInbound } from './answers/inbound/inbound.repository.ts';
import { findEvents } from './books/events/event.repository.ts';
import { hasOwnLeads } from './campaigns/campaigns/audience.repository.ts';
import type { Campaign } from './campaigns/campaigns/campaign.ts';
import { measureAll } from './campaigns/goals/service-level.repository.ts';
import { listCommunications } from './mail/communications/communication.repository.ts';
import { readOutbox } from './mail/communications/outbox.repository.ts';
import type { SendingPorts } from './mail/communications/sending-ports.ts';
import { listLeads } from './people/leads/lead.repository.ts';

const ORG = '00000000-0000-4000-8000-000000000001';
const CAMPAIGN = '00000000-0000-4000-8000-000000000002';
const ROWS = 12_000;
/** A page of ten may look at this many rows, whatever there is. The count of what matches is bounded on its own. */
const MOST = 1_000;
const now = new Date('2026-11-01T12:00:00Z');

let open: OpenDatabase;

// Of each kind so many rows, and few that a filter looks for, which are the oldest.
const FILL = [
  `insert into leads (org_id, id, email, domain, title, status, created_at, updated_at)
   select '${ORG}', md5('lead' || n)::uuid, n || '@a.example', 'a.example', 'Head ' || n % 10,
     case when n <= 5 then 'replied' else 'new' end, '2026-01-01', '2026-01-01' from generate_series(1, ${ROWS}) n`,
  `insert into lead_engagement (org_id, lead_id, sent, positive_replies)
   select '${ORG}', md5('lead' || n)::uuid, 1, (n <= 5)::int from generate_series(1, ${ROWS}) n`,
  `insert into campaign_leads (org_id, campaign_id, lead_id, added_at)
   select '${ORG}', '${CAMPAIGN}', md5('lead' || n)::uuid, '2026-01-01' from generate_series(1, ${ROWS}) n`,
  `insert into sequence_runs (org_id, campaign_id, lead_id, execution_id, status, next_step, trace_id)
   select org_id, campaign_id, lead_id, gen_random_uuid(), 'finished', 2, gen_random_uuid() from campaign_leads`,
  `insert into communications (org_id, id, campaign_id, lead_id, mailbox_id, channel, step, to_address, subject, body, status, failure_code,
     compliance, scheduled_at, next_attempt_at, attempts, message_id, token, trace_id, created_at, sent_at)
   select '${ORG}', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '${CAMPAIGN}', md5('lead' || n)::uuid, gen_random_uuid(), 'email',
     1, n || '@a.example', 'Hello', 'Hello', case when n <= 5 then 'failed' when n % 2 = 0 then 'pending' else 'sent' end,
     case when n <= 5 then 'hard_bounce' end, '{}', '2026-01-01', '2026-12-01'::timestamptz + n * interval '1 s', 1, 'm' || n,
     't' || n, gen_random_uuid(), '2026-01-01', case when n > 5 and n % 2 = 1 then '2026-01-01'::timestamptz end
   from generate_series(1, ${ROWS}) n`,
  `insert into inbound_messages (org_id, id, fingerprint, source, campaign_id, from_address, subject, text, classification,
     confidence, engine, received_at)
   select '${ORG}', md5('in' || n)::uuid, sha256(n::text::bytea), 'imap', case when n > 5 then '${CAMPAIGN}'::uuid end, 'a@a.example',
     'Re', 'Yes', case when n <= 5 then 'positive' else 'negative' end, 1, 'rules', '2026-01-01'::timestamptz + n * interval '1 s'
   from generate_series(1, ${ROWS}) n`,
  `insert into outreach_events (org_id, position, type, fact, occurred_at)
   select '${ORG}', n, 'communication.sent', case when n <= 5 then 'communication_replied' else 'communication_sent' end, '2026-01-01'
   from generate_series(1, ${ROWS}) n`,
  'analyze',
];

beforeAll(async () => {
  open = await openDatabase({ role: 'owner' });
  for (const text of FILL) await open.pool.query(text);
});
afterAll(() => open?.close());

const page = { orgId: ORG, limit: 10, offset: 0 };
const campaign = { orgId: ORG, id: CAMPAIGN, slo: {} } as Campaign;

const reads: [string, (recorded: Recorded) => Promise<unknown>][] = [
  [
    'messages in a state that few are in',
    ({ query }) => listCommunications(query, { ...page, status: 'failed' }),
  ],
  ['leads in a state that few are in', ({ db }) => listLeads(db, ORG, { status: 'replied' }, page)],
  [
    'answers of a kind that few are of',
    ({ query }) => listInbound(query, { ...page, classification: 'positive' }),
  ],
  [
    'events of a type that few are of',
    ({ db }) => findEvents(db, ORG, { meant: { facts: ['communication_replied'], types: [] } }, page),
  ],
  [
    'the outbox with many waiting',
    ({ db }) => readOutbox({ db, clock: { now: () => now.getTime() } } as SendingPorts, ORG),
  ],
  ['the service levels of a campaign that sends no more', ({ query }) => measureAll(query, [campaign], now)],
  ['whether a campaign has leads of its own', ({ query }) => hasOwnLeads(query, ORG, CAMPAIGN)],
];

test.each(reads)('%s: the rows that are read do not follow what there is', async (_, read) => {
  expect(await rowsRead(open.pool, read)).toBeLessThan(MOST);
});

/** What is sampled is 5,000 leads, each looked up once in each of a few tables. */
const MOST_OF_SAMPLE = 6 * 5_000;

test('a sample of the leads reads those alone, and has the ones that answered first', async () => {
  const sampled = await readSample(open.db, ORG, undefined);
  expect(sampled).toHaveLength(5_000);
  expect(sampled.filter(({ isWon }) => isWon)).toHaveLength(5);
  expect(sampled.slice(0, 5).every(({ isWon }) => isWon)).toBe(true);
  expect(await readSample(open.db, ORG, CAMPAIGN)).toEqual(sampled);
  expect(await rowsRead(open.pool, ({ db }) => readSample(db, ORG, undefined))).toBeLessThan(MOST_OF_SAMPLE);
  const titles = await readTitles(open.db, ORG, undefined, true);
  expect(titles.reduce((sum, { leads }) => sum + leads, 0)).toBe(5);
});
