-- Outreach: mailboxes, campaigns with their sequences, messages and what became of them. Money is whole
-- micro-USD throughout.

-- The embedded mailbox: what was sent while no mail server is set. Delivered nowhere.
create table mail_sandbox (
  org_id uuid not null,
  id uuid not null,
  message_id text,
  envelope_from text not null,
  envelope_to text not null,
  subject text not null,
  raw bytea not null,
  received_at timestamptz(3) not null,
  primary key (org_id, id)
);
create index mail_sandbox_message on mail_sandbox (message_id);
create index mail_sandbox_age on mail_sandbox (received_at);

-- Keys that sign mail, one for each domain that an organization sends from.
create table mail_signing_keys (
  org_id uuid not null,
  domain text collate "C" not null,
  selector text not null,
  sealed_key text not null,
  -- Base64 of the SubjectPublicKeyInfo, as the DNS record has it.
  public_key text not null,
  created_at timestamptz(3) not null,
  primary key (org_id, domain)
);

-- Addresses that an organization sends from, with their throttle.
create table outreach_mailboxes (
  org_id uuid not null,
  id uuid not null,
  address text collate "C" not null,
  name text not null,
  postal_address text,
  status text not null check (status in ('active', 'paused')),
  is_default boolean not null default false,
  -- Null: no such limit.
  daily_limit integer,
  hourly_limit integer,
  min_gap_seconds integer not null default 0,
  -- Warm-up: so many on the first day, so many more on each day after it, up to the daily limit.
  warmup_started_on date,
  warmup_first_day integer not null default 20,
  warmup_daily_step integer not null default 10,
  -- Days and hours are UTC.
  day date,
  sent_in_day integer not null default 0,
  hour_started_at timestamptz(3),
  sent_in_hour integer not null default 0,
  free_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (org_id, id),
  unique (org_id, address)
) with (fillfactor = 50);
create unique index outreach_mailboxes_default on outreach_mailboxes (org_id) where is_default;

create table outreach_templates (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  subject text not null,
  body text not null,
  html text,
  created_at timestamptz(3) not null,
  primary key (org_id, id)
);
create index outreach_templates_list on outreach_templates (org_id, created_at desc, id desc);

create table outreach_campaigns (
  org_id uuid not null,
  id uuid not null,
  name text not null,
  description text not null default '',
  status text not null check (status in
    ('draft', 'launching', 'active', 'paused', 'completed', 'cancelled', 'failed')),
  pause_reason text,
  icp jsonb not null,
  channels text[] not null,
  messaging_strategy jsonb not null,
  agent_config jsonb not null,
  agent_squad jsonb not null,
  slo jsonb not null,
  daily_send_limit integer,
  -- The day (UTC) that the limit counts in, and what was begun in it.
  send_day date,
  sent_in_day integer not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  launched_at timestamptz(3),
  completed_at timestamptz(3),
  primary key (org_id, id)
) with (fillfactor = 50);
create index outreach_campaigns_list on outreach_campaigns (org_id, created_at desc, id desc);
create index outreach_campaigns_running on outreach_campaigns (status) where status in ('launching', 'active');

-- Launches. A test cohort is one; what is left of the leads may be another.
create table campaign_executions (
  org_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  status text not null check (status in ('launching', 'active', 'completed', 'cancelled', 'failed')),
  test_cohort_size integer,
  leads_targeted integer not null,
  estimate jsonb not null,
  projection jsonb not null,
  warnings jsonb not null,
  idempotency_key text,
  -- Of the request under that key.
  body_hash bytea,
  start_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (org_id, id)
);
create index campaign_executions_campaign on campaign_executions (org_id, campaign_id, created_at);
create unique index campaign_executions_key on campaign_executions (org_id, campaign_id, idempotency_key)
  where idempotency_key is not null;

-- A lead's way through the sequence of a campaign.
create table sequence_runs (
  org_id uuid not null,
  campaign_id uuid not null,
  lead_id uuid not null,
  execution_id uuid not null,
  status text not null check (status in ('active', 'finished', 'stopped')),
  stop_reason text,
  -- The step that comes next, from 1.
  next_step integer not null default 1,
  -- When it is due; null while a message of it is on its way.
  due_at timestamptz(3),
  trace_id uuid not null,
  timezone text,
  -- Each set once, when it first happens.
  delivered_at timestamptz(3),
  opened_at timestamptz(3),
  clicked_at timestamptz(3),
  replied_at timestamptz(3),
  meeting_at timestamptz(3),
  -- Out of office until then.
  away_until timestamptz(3),
  primary key (org_id, campaign_id, lead_id)
) with (fillfactor = 70);
create index sequence_runs_due on sequence_runs (due_at) where status = 'active' and due_at is not null;
create index sequence_runs_open on sequence_runs (org_id, campaign_id) where status = 'active';
create index sequence_runs_lead on sequence_runs (org_id, lead_id);

-- Every message. It is the outbox too: `pending` and `processing` rows are the work.
create table communications (
  org_id uuid not null,
  id uuid not null,
  campaign_id uuid,
  execution_id uuid,
  lead_id uuid,
  channel text not null,
  step integer,
  variant text,
  to_address text collate "C" not null,
  to_name text,
  subject text not null,
  body text not null,
  html text,
  mailbox_id uuid not null,
  -- Message-ID of the mail that this one follows up on.
  in_reply_to text,
  -- A meeting's invitation, when it carries one.
  calendar jsonb,
  status text not null check (status in ('pending', 'processing', 'sent', 'failed')),
  failure_code text,
  failure_detail text,
  compliance jsonb not null,
  idempotency_key text,
  body_hash bytea,
  scheduled_at timestamptz(3) not null,
  next_attempt_at timestamptz(3) not null,
  -- What it waits for, when that is more than its time.
  waiting_for text,
  -- The node that has claimed it; one that is dead holds nothing.
  lease_node uuid,
  -- Names the one attempt that may pass DATA.
  attempt_token uuid,
  attempts integer not null default 0,
  reservation_id uuid,
  message_id text not null,
  -- Names the message in links, bounce addresses and tracking.
  token text collate "C" not null,
  trace_id uuid not null,
  -- Links its events with what led to it; null: its trace does.
  correlation_id text,
  smtp_response text,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  delivered_at timestamptz(3),
  opened_at timestamptz(3),
  opens integer not null default 0,
  machine_opens integer not null default 0,
  clicked_at timestamptz(3),
  clicks integer not null default 0,
  replied_at timestamptz(3),
  bounced_at timestamptz(3),
  -- Whether it was taken is unknown since then.
  unknown_since timestamptz(3),
  complained_at timestamptz(3),
  unsubscribed_at timestamptz(3),
  -- What indexes ask of the state: it does not change when an attempt begins, which so touches no index.
  is_open boolean not null generated always as (status in ('pending', 'processing')) stored,
  primary key (org_id, id)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);
create unique index communications_key on communications (org_id, idempotency_key) where idempotency_key is not null;
create unique index communications_token on communications (token);
create index communications_due on communications (next_attempt_at, id) where is_open and lease_node is null;
create index communications_leased on communications (lease_node) where lease_node is not null;
create index communications_waiting on communications (org_id, next_attempt_at) where is_open;
create index communications_failed on communications (org_id, failure_code) where failure_code is not null;
create index communications_unknown on communications (unknown_since) where unknown_since is not null;
create index communications_campaign on communications (org_id, campaign_id, created_at desc) where campaign_id is not null;
create index communications_lead on communications (org_id, lead_id, sent_at) where lead_id is not null;
create index communications_address on communications (org_id, to_address, sent_at);
create index communications_message on communications (message_id);
create index communications_sent on communications (org_id, sent_at) where sent_at is not null;

-- How many messages stand in each state, so that the outbox is read without counting.
create table outbox_counts (
  org_id uuid not null,
  channel text not null,
  status text not null,
  -- Spread over rows, so that writers do not wait for each other.
  slot smallint not null,
  messages bigint not null,
  primary key (org_id, channel, status, slot)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create function count_outbox() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into outbox_counts (org_id, channel, status, slot, messages)
    select org_id, channel, status, (pg_backend_pid() % 64)::smallint, count(*) from added group by 1, 2, 3 order by 1, 2, 3
    on conflict (org_id, channel, status, slot) do update set messages = outbox_counts.messages + excluded.messages;
  elsif tg_op = 'UPDATE' then
    insert into outbox_counts (org_id, channel, status, slot, messages)
    select org_id, channel, status, (pg_backend_pid() % 64)::smallint, sum(change)
    from (
      select org_id, channel, status, 1 as change from added
      union all select org_id, channel, status, -1 from removed
    ) moves group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3
    on conflict (org_id, channel, status, slot) do update set messages = outbox_counts.messages + excluded.messages;
  else
    insert into outbox_counts (org_id, channel, status, slot, messages)
    select org_id, channel, status, (pg_backend_pid() % 64)::smallint, -count(*) from removed group by 1, 2, 3 order by 1, 2, 3
    on conflict (org_id, channel, status, slot) do update set messages = outbox_counts.messages + excluded.messages;
  end if;
  return null;
end $$;
create trigger communications_added after insert on communications
  referencing new table as added for each statement execute function count_outbox();
create trigger communications_moved after update on communications
  referencing old table as removed new table as added for each statement execute function count_outbox();
create trigger communications_removed after delete on communications
  referencing old table as removed for each statement execute function count_outbox();

-- What a campaign has done, counted in the transaction of the event that tells of it.
create table campaign_counters (
  org_id uuid not null,
  campaign_id uuid not null,
  -- 0 and '' outside a sequence or without variants.
  step integer not null default 0,
  variant text not null default '',
  metric text not null,
  value bigint not null,
  primary key (org_id, campaign_id, step, variant, metric)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Replies, bounces and complaints as they came in.
create table inbound_messages (
  org_id uuid not null,
  id uuid not null,
  -- Names the mail, so that one that is seen twice acts once.
  fingerprint bytea not null,
  source text not null,
  communication_id uuid,
  campaign_id uuid,
  lead_id uuid,
  from_address text not null,
  subject text not null,
  -- The new text, without what is quoted.
  text text not null,
  classification text not null,
  confidence real not null,
  -- rules or llm
  engine text not null,
  away_until timestamptz(3),
  matched_by text,
  received_at timestamptz(3) not null,
  primary key (org_id, id),
  unique (org_id, fingerprint)
);
create index inbound_messages_answers on inbound_messages (org_id, communication_id) where communication_id is not null;
create index inbound_messages_list on inbound_messages (org_id, received_at desc, id desc);

create table outreach_meetings (
  org_id uuid not null,
  id uuid not null,
  lead_id uuid not null,
  campaign_id uuid,
  communication_id uuid,
  meeting_time timestamptz(3) not null,
  duration_minutes integer not null,
  sales_rep text not null,
  status text not null check (status in ('booked', 'cancelled')),
  source text not null,
  -- The calendar's own name of it, so that a webhook that comes twice books once.
  external_id text,
  ics_uid text not null,
  attribution jsonb not null,
  created_at timestamptz(3) not null,
  primary key (org_id, id),
  unique (org_id, source, external_id)
);
create index outreach_meetings_list on outreach_meetings (org_id, created_at desc, id desc);
create unique index outreach_meetings_slot on outreach_meetings (org_id, sales_rep, meeting_time) where status = 'booked' and source = 'booking_page';

-- Secrets under which calendars sign what they tell of bookings.
create table booking_secrets (
  org_id uuid primary key,
  id uuid not null unique,
  sealed_secret text not null,
  created_at timestamptz(3) not null
);

-- Service levels that are broken now, so that each breach is told once.
create table campaign_slo_breaches (
  org_id uuid not null,
  campaign_id uuid not null,
  slo text not null,
  since timestamptz(3) not null,
  primary key (org_id, campaign_id, slo)
);

-- Secrets of the whole service, each made by the node that first needs it.
create table outreach_secrets (
  name text primary key,
  sealed text not null
);
