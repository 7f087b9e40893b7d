-- What is read of the deliveries and dead letters of all organizations, or of them together with tables that stay on one machine, in
-- a way that Citus can take: see docs/decisions/0045-deliveries-beside-the-log.md.
-- Born by nodes from 0.1.0 on

-- What a query finds in each part of a table that is spread, `%1$s` in it; parts that cannot be reached are left out.
create function read_parts(name regclass, query text) returns setof json
language plpgsql stable
as $$
begin
  return query
  select p.one from run_command_on_shards(name, 'select json_agg(r) from (' || query || ') r') part
  cross join lateral json_array_elements(
    case when part.success and part.result <> '' then part.result::json else '[]' end) p(one);
end
$$;

-- As before. Where the queue is spread over machines, all parts are asked at once; there the cost does follow the number of
-- deliveries. When a machine is gone, each part is asked for itself, so that what waits there holds up nothing else.
create or replace function due_subscriptions() returns table (subscription_id uuid, due_at timestamptz)
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  waiting record;
begin
  if 'deliveries'::regclass::oid = any (spread_tables()) then
    begin
      return query
      with waiting as materialized (
        select d.org_id, d.subscription_id, min(d.next_attempt_at) as due_at from deliveries d
        where d.lease_owner is null group by d.org_id, d.subscription_id)
      select w.subscription_id, w.due_at from waiting w
      join subscriptions s on s.org_id = w.org_id and s.id = w.subscription_id and s.status = 'active';
    exception when connection_exception then
      return query
      select w.subscription_id, w.due_at
      from read_parts('deliveries', $part$
        select d.org_id, d.subscription_id, min(d.next_attempt_at) as due_at from %1$s d
        where d.lease_owner is null group by d.org_id, d.subscription_id $part$) as p(one)
      cross join lateral json_to_record(p.one) as w(org_id uuid, subscription_id uuid, due_at timestamptz)
      join subscriptions s on s.org_id = w.org_id and s.id = w.subscription_id and s.status = 'active';
    end;
    return;
  end if;
  select d.subscription_id, d.next_attempt_at into waiting from deliveries d
  where d.lease_owner is null
  order by d.subscription_id, d.next_attempt_at limit 1;
  while found loop
    if exists (select 1 from subscriptions s where s.id = waiting.subscription_id and s.status = 'active') then
      subscription_id := waiting.subscription_id;
      due_at := waiting.next_attempt_at;
      return next;
    end if;
    select d.subscription_id, d.next_attempt_at into waiting from deliveries d
    where d.lease_owner is null and d.subscription_id > waiting.subscription_id
    order by d.subscription_id, d.next_attempt_at limit 1;
  end loop;
end
$$;

-- The open backfill that was worked on longest ago, whose subscription is active and has less than `most` deliveries waiting,
-- and that nobody else works on, locked.
create function lock_open_backfill(most integer) returns setof backfills
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  candidate backfills;
begin
  for candidate in
    select b.* from backfills b join subscriptions s on s.org_id = b.org_id and s.id = b.subscription_id and s.status = 'active'
    where b.finished_at is null order by b.worked_at
  loop
    continue when (
      select count(*) from (
        select 1 from deliveries d
        where d.org_id = candidate.org_id and d.subscription_id = candidate.subscription_id and d.lease_owner is null limit most
      ) waiting) >= most;
    return query
    select b.* from backfills b
    where b.org_id = candidate.org_id and b.subscription_id = candidate.subscription_id and b.finished_at is null
    for update skip locked;
    exit when found;
  end loop;
end
$$;

-- As before. What is read of the queue and the dead letters is put together with the attempts afterwards.
create or replace function deliveries_between(org uuid, after uuid, through uuid, place text)
returns table (id uuid, subscription_id uuid, log_position bigint, event_name text, is_live boolean, is_dead boolean,
  attempts smallint, next_attempt_at timestamptz, last_attempt_at timestamptz, succeeded boolean, response_code integer,
  response_time_ms integer, error text)
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off
as $$
begin
  if place = 'dead' then
    return query
    with dead as materialized (
      select x.delivery_id, x.subscription_id, x.position, x.event_name, x.attempts, x.failed_at, x.last_response_code,
        x.last_error
      from dead_letters x where x.org_id = org and x.delivery_id > after and x.delivery_id <= through)
    select x.delivery_id, x.subscription_id, x.position, x.event_name, false, true, x.attempts, null::timestamptz,
      coalesce(g.attempted_at, x.failed_at), false, x.last_response_code, g.response_time_ms, x.last_error
    from dead x
    left join lateral (
      select a.attempted_at, a.response_time_ms from delivery_attempts a
      where a.org_id = org and a.delivery_id = x.delivery_id
      order by a.attempted_at desc, a.attempt desc limit 1) g on true;
  elsif place = 'live' then
    return query
    with live as materialized (
      select d.id, d.subscription_id, d.position, d.event_name, d.attempts, d.next_attempt_at from deliveries d
      where d.id > after and d.id <= through and d.org_id = org)
    select d.id, d.subscription_id, d.position, d.event_name, true, false, d.attempts, d.next_attempt_at,
      g.attempted_at, g.succeeded, g.response_code, g.response_time_ms, g.error
    from live d
    left join lateral (
      select a.attempted_at, a.succeeded, a.response_code, a.response_time_ms, a.error from delivery_attempts a
      where a.org_id = org and a.delivery_id = d.id
      order by a.attempted_at desc, a.attempt desc limit 1) g on true;
  else
    return query
    with live as materialized (
      select d.id, d.subscription_id, d.position, d.event_name, d.attempts, d.next_attempt_at from deliveries d
      where d.id > after and d.id <= through and d.org_id = org),
    logged as materialized (
      select distinct on (a.delivery_id) a.delivery_id as id, a.subscription_id, a.position, a.event_name, a.attempt,
        a.attempted_at, a.succeeded, a.response_code, a.response_time_ms, a.error
      from delivery_attempts a
      where a.org_id = org and a.delivery_id > after and a.delivery_id <= through and a.kind = 'event'
      order by a.delivery_id desc, a.attempted_at desc, a.attempt desc),
    dead as materialized (
      select x.delivery_id from dead_letters x
      where x.org_id = org and x.delivery_id = any(array(select g.id from logged g where not g.succeeded)))
    select coalesce(l.id, g.id), coalesce(l.subscription_id, g.subscription_id), coalesce(l.position, g.position),
      coalesce(l.event_name, g.event_name), l.id is not null,
      l.id is null and not g.succeeded and x.delivery_id is not null,
      coalesce(l.attempts, g.attempt), l.next_attempt_at, g.attempted_at, g.succeeded, g.response_code,
      g.response_time_ms, g.error
    from live l full join logged g on g.id = l.id left join dead x on x.delivery_id = g.id;
  end if;
end
$$;
