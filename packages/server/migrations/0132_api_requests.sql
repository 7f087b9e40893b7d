-- What keys and people asked of the API, for a bounded time and a bounded number of each organization. Never what was sent or
-- answered.
-- Born by nodes from 0.1.0 on
create table api_requests (
  org_id uuid not null,
  -- The request's own id, which begins with its time. Of several that are told as one it is that of the first.
  id uuid not null,
  -- A public id: of a person or a key.
  actor text collate "C" not null,
  environment text not null,
  method text not null,
  -- The path of the route table; `path` is what was asked, and null where several are told as one.
  route text collate "C" not null,
  path text,
  status smallint not null,
  code text collate "C",
  field text,
  -- Of the slowest, where several are told as one.
  duration_ms real not null,
  requests integer not null,
  address text,
  primary key (org_id, id)
) with (fillfactor = 90);
