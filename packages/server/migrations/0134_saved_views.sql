-- Filters of lists that somebody saved under a name, for oneself or for everybody of the organization.
-- Born by nodes from 0.1.0 on
create table saved_views (
  org_id uuid not null,
  id uuid not null,
  list text collate "C" not null,
  name text not null,
  filters jsonb not null,
  -- The public id of a person or a key.
  owner text collate "C" not null,
  is_shared boolean not null,
  created_at timestamptz(3) not null,
  primary key (org_id, id)
);
create unique index saved_views_names on saved_views (org_id, owner, list, name);
