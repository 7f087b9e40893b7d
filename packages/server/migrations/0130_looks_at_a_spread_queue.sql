-- Where the queue is spread over machines (Citus), a look at the deliveries of an organization asks its machine alone: it must
-- not end because another one is away.
-- Born by nodes from 0.1.0 on

-- As before; there, what waits for others in the same part of the queue is passed over beyond the bound.
create or replace function delivery_look_end(org uuid, after uuid, through uuid, most integer, place text) returns uuid
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  waiting uuid;
  logged uuid;
begin
  if place = 'dead' then
    select x.delivery_id into logged from dead_letters x
    where x.org_id = org and x.delivery_id > after and x.delivery_id <= through
    order by x.delivery_id desc offset most limit 1;
    return logged;
  end if;
  if to_regclass('pg_catalog.pg_dist_partition') is not null and 'deliveries'::regclass::oid = any (spread_tables()) then
    select d.id into waiting from deliveries d
    where d.org_id = org and d.id > after and d.id <= through
    order by d.id desc offset most limit 1;
  else
    select d.id into waiting from deliveries d
    where d.id > after and d.id <= through
    order by d.id desc offset most limit 1;
  end if;
  if place = 'all' then
    select a.delivery_id into logged from delivery_attempts a
    where a.org_id = org and a.delivery_id > after and a.delivery_id <= through
    order by a.delivery_id desc offset most limit 1;
  end if;
  return greatest(waiting, logged);
end
$$;
