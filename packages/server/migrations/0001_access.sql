-- Organizations, API keys, rate limits, kept answers and the register of nodes.

create table organizations (
  id uuid primary key,
  name text not null unique,
  -- Made at the first start; there is one at most.
  is_default boolean not null default false,
  created_at timestamptz(3) not null
);
create unique index organizations_default on organizations (is_default) where is_default;

create table api_keys (
  id uuid primary key,
  org_id uuid not null references organizations,
  name text not null,
  scopes text[] not null,
  environment text not null default 'production',
  -- How it came to be: over the API, by the command line, at the first start, from BOOTSTRAP_API_KEY, or as a portal link.
  origin text not null check (origin in ('api', 'cli', 'first_start', 'bootstrap', 'portal')),
  -- The one webhook subscription that the key of a portal link reaches.
  subscription_id uuid check ((subscription_id is not null) = (origin = 'portal')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
) with (fillfactor = 80);
create index api_keys_org on api_keys (org_id, created_at desc, id desc) where revoked_at is null;
create index api_keys_portal on api_keys (org_id, subscription_id) where origin = 'portal';
create unique index api_keys_bootstrap on api_keys (org_id) where origin = 'bootstrap';

-- What a client sends. Rotation adds one; the earlier ones end when their overlap is over.
create table api_key_secrets (
  key_id uuid not null references api_keys,
  version integer not null,
  -- SHA-256 of the whole token. Tokens carry 256 random bits, so a fast hash gives nothing away.
  key_hash bytea not null unique,
  -- The recognisable start and the last four characters.
  key_hint text not null,
  created_at timestamptz(3) not null,
  -- The end of the overlap; null for the newest.
  expires_at timestamptz(3),
  primary key (key_id, version)
);

-- One open window for each limit that an organization uses. `leased` is what nodes may serve of it.
create table rate_limits (
  org_id uuid not null,
  name text not null,
  window_start timestamptz(3) not null,
  window_ends timestamptz(3) not null,
  leased bigint not null,
  -- What the last lease asked for, out of how many, and what it got.
  wanted bigint not null,
  most bigint not null,
  last_grant bigint not null,
  primary key (org_id, name)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- The first answer under each Idempotency-Key, sealed, since it may hold a secret.
create table idempotency_keys (
  org_id uuid not null,
  route text not null,
  key text not null,
  body_hash bytea not null,
  -- Names this claim of the key; what a claim that was taken over still writes finds no row.
  claim_id uuid not null,
  -- The id of the first claim: what a request makes is named after it, so that one that takes over
  -- finds it, and one that reuses the key after its day does not.
  seed uuid not null,
  owner uuid not null,
  lease_until timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Null while the first request runs.
  status smallint,
  content_type text,
  sealed_body text,
  primary key (org_id, route, key)
) with (fillfactor = 80);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

-- One row for each running process; times are the database's.
create table nodes (
  id uuid primary key,
  info jsonb not null,
  started_at timestamptz(3) not null default clock_timestamp(),
  heartbeat_at timestamptz(3) not null default clock_timestamp(),
  -- Set by a process that ended in order.
  left_at timestamptz(3)
) with (fillfactor = 50);

-- Tells whether a node holds the key under which this database's secrets are sealed.
create table encryption_key_check (
  singleton boolean primary key default true check (singleton),
  key_id text not null,
  sealed text not null
);
