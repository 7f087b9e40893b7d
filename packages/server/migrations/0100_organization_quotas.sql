-- How much of what an organization may have, where the operator says so. No row: as much as it likes.
create table organization_quotas (
  org_id uuid not null references organizations,
  name text not null check (name in
    ('subscriptions', 'api_keys', 'people', 'workflows', 'stored_bytes', 'events_per_day')),
  most bigint not null check (most >= 0),
  -- Of a quota by the day (UTC): what was used on it.
  day date,
  used bigint not null default 0,
  primary key (org_id, name)
) with (fillfactor = 50);

-- Files of an organization are counted where there is a quota of them.
create index blobs_org on blobs (org_id);
