-- Signed webhook deliveries: subscriptions, the live queue, dead letters, the log of attempts.

create table subscriptions (
  id uuid primary key,
  org_id uuid not null,
  -- Which API made it, and so which envelope it receives: events or webhooks.
  face text not null check (face in ('events', 'webhooks')),
  -- The Webhooks API's name; the Events API's description, which may be left out.
  name text,
  url text not null,
  patterns text[] not null,
  platform text check (platform in ('contracts', 'outreach', 'application_review')),
  status text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  -- Conditions on the payload that an event must meet; null for none.
  filter json,
  -- Null for the service's default.
  max_concurrency integer,
  rate_per_second integer,
  breaker_failures integer,
  breaker_cooldown_seconds integer,
  -- Counts the changes above, so that no node goes back to an older state that it read late.
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The first failure since the last success; null while deliveries succeed.
  failing_since timestamptz(3),
  -- Set once a notice of the present failing spell was published.
  failing_notified_at timestamptz(3),
  disabled_reason text
);
create index subscriptions_org on subscriptions (org_id, created_at desc, id desc);
create index subscriptions_failing on subscriptions (failing_since) where failing_since is not null;

-- Every secret a subscription has had; old ones sign beside the new one until they expire.
create table subscription_secrets (
  subscription_id uuid not null references subscriptions on delete cascade,
  version integer not null,
  sealed text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  primary key (subscription_id, version)
);

-- What the bytes of a request follow from, beside the event. One row for each revision that
-- changed any of it: with the revision that the log of attempts names, the request is built again.
create table subscription_revisions (
  subscription_id uuid not null references subscriptions on delete cascade,
  revision integer not null,
  url text not null,
  platform text,
  secret_version integer not null,
  primary key (subscription_id, revision)
);

-- Deliveries that are not settled. A row that a node holds carries its id in lease_owner and is
-- in no other index, so the common life of a delivery (insert, delete) touches one index only.
create table deliveries (
  id uuid primary key,
  org_id uuid not null,
  subscription_id uuid not null,
  position bigint not null,
  event_name text not null,
  attempts smallint not null default 0,
  next_attempt_at timestamptz(3) not null,
  lease_owner uuid
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0);
create index deliveries_due on deliveries (subscription_id, next_attempt_at, id) where lease_owner is null;

create table dead_letters (
  delivery_id uuid primary key,
  org_id uuid not null,
  subscription_id uuid not null,
  position bigint not null,
  event_id uuid not null,
  event_name text not null,
  attempts smallint not null,
  failed_at timestamptz(3) not null,
  last_response_code integer,
  last_error text not null
);
create index dead_letters_org on dead_letters (org_id, failed_at desc, delivery_id desc);
create index dead_letters_event on dead_letters (org_id, event_id);
create index dead_letters_subscription on dead_letters (subscription_id, failed_at);

-- Bulk replays of dead letters: each moves what matches, a batch at a time, until nothing is left.
create table replays (
  id uuid primary key,
  org_id uuid not null,
  subscription_id uuid,
  event_pattern text,
  failed_from timestamptz(3),
  failed_to timestamptz(3),
  -- Only what was dead when it was asked for; what dies again stays.
  failed_before timestamptz(3) not null,
  matched bigint not null,
  queued bigint not null default 0,
  created_at timestamptz(3) not null,
  worked_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create index replays_open on replays (worked_at) where finished_at is null;

-- Events from before a subscription was made that it receives all the same. It was made while the
-- log's head was locked at end_position: what comes from there on is matched as it is published.
create table backfills (
  subscription_id uuid primary key references subscriptions on delete cascade,
  org_id uuid not null,
  since timestamptz(3) not null,
  next_position bigint not null,
  end_position bigint not null,
  queued bigint not null default 0,
  created_at timestamptz(3) not null,
  worked_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create index backfills_open on backfills (worked_at) where finished_at is null;

-- Subscriptions whose queue and dead letters are still to be removed.
create table deleted_subscriptions (
  id uuid primary key,
  deleted_at timestamptz(3) not null
);

-- One row for each attempt, by day: retention drops whole partitions.
create table delivery_attempts (
  org_id uuid not null,
  subscription_id uuid not null,
  delivery_id uuid not null,
  position bigint,
  event_name text not null,
  attempt smallint not null,
  kind text not null check (kind in ('event', 'test')),
  succeeded boolean not null,
  response_code integer,
  response_time_ms integer not null,
  attempted_at timestamptz(3) not null,
  next_retry_at timestamptz(3),
  error text,
  -- The subscription's, as it was sent with.
  revision integer not null,
  -- Only of test deliveries; any other body is built again from the log, byte for byte.
  request_body text,
  response_headers text,
  response_body bytea
) partition by range (attempted_at);
create index delivery_attempts_subscription on delivery_attempts (subscription_id, attempted_at desc, delivery_id desc);
create index delivery_attempts_delivery on delivery_attempts (delivery_id);
-- Holds what no day's partition exists for, so that an attempt is never lost to a missing one.
create table delivery_attempts_default partition of delivery_attempts default;
