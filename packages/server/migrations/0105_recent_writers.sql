-- Who has lately written, and through which node: only where reads go to replicas (DATABASE_READ_URL). Who wrote through one
-- node and reads through another must not read behind its own writes.
-- Born by nodes from 0.1.0 on

create table recent_writers (
  org_id uuid not null,
  -- A key, or a person.
  key_id uuid not null,
  node_id uuid not null,
  until timestamptz not null,
  primary key (org_id, key_id, node_id)
);
