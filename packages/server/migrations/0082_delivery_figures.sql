-- What attempts came to, summed up by the statement that settles them: by subscription and minute of their end. Rows that
-- grow old are added to those of their hour, then of their day, so that each attempt is counted in one row.
create table delivery_figures (
  org_id uuid not null,
  subscription_id uuid not null,
  -- Seconds that a row covers: 60, 3600 or 86400.
  span integer not null,
  starts_at timestamptz(0) not null,
  -- Nodes write to rows of their own, mostly, and do not wait for each other.
  lane smallint not null,
  -- Counts, in the order that `attempt-figures.ts` tells.
  figures integer[] not null,
  primary key (org_id, span, starts_at, subscription_id, lane)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index delivery_figures_age on delivery_figures (span, starts_at);
create index delivery_figures_subscription on delivery_figures (subscription_id);

create function add_figures(a integer[], b integer[]) returns integer[]
language sql immutable parallel safe
return array(select coalesce(x, 0) + coalesce(y, 0) from unnest(a, b) as sums(x, y));

-- As before, and counts what was settled: of each attempt, `counted_at` has so many places in the figures that go up by
-- one, null for none. The attempts come sorted by subscription and by their end, so that nodes that write to one row do
-- not wait for each other crosswise. Nodes of the version before call the function without the counts.
create function complete_attempts(delivery_ids uuid[], numbers integer[], nexts text[], attempted_at float8[],
  next_retry_at float8[], response_codes integer[], response_times_ms integer[], errors text[], revisions integer[],
  response_headers text[], response_bodies bytea[], event_ids uuid[], counted_at integer[], length integer, owner uuid)
returns void
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  settled record;
  org_ids uuid[] := '{}';
  subscription_ids uuid[] := '{}';
  positions bigint[] := '{}';
  names text[] := '{}';
  places constant integer := cardinality(counted_at) / greatest(cardinality(delivery_ids), 1);
  lane constant smallint := get_byte(uuid_send(owner), 0) & 15;
  minute float8;
  -- The attempts from `first` on up to the present one are of one subscription and minute, and were settled.
  first integer;
  counted_org uuid;
  counted_subscription uuid;
  counted_minute float8;
begin
  for i in 1 .. cardinality(delivery_ids) loop
    if nexts[i] = 'retry' then
      update deliveries d
      set attempts = numbers[i], next_attempt_at = to_timestamp(next_retry_at[i] / 1000.0), lease_owner = null
      where d.id = delivery_ids[i] and d.attempts = numbers[i] - 1
        and (d.lease_owner is null or d.lease_owner = owner)
      returning d.org_id, d.subscription_id, d.position, d.event_name into settled;
    else
      delete from deliveries d where d.id = delivery_ids[i] and d.attempts = numbers[i] - 1
        and (nexts[i] = 'done' or d.lease_owner is null or d.lease_owner = owner)
      returning d.org_id, d.subscription_id, d.position, d.event_name into settled;
    end if;
    -- All null where nothing was found.
    org_ids := org_ids || settled.org_id;
    subscription_ids := subscription_ids || settled.subscription_id;
    positions := positions || settled.position;
    names := names || settled.event_name;
    minute := floor((attempted_at[i] + response_times_ms[i]) / 60000) * 60;
    if first is not null
      and (settled.org_id is null or counted_subscription <> settled.subscription_id or counted_minute <> minute) then
      perform count_attempts(counted_org, counted_subscription, counted_minute, lane,
        counted_at[(first - 1) * places + 1 : (i - 1) * places], length);
      first := null;
    end if;
    if first is null and settled.org_id is not null then
      first := i;
      counted_org := settled.org_id;
      counted_subscription := settled.subscription_id;
      counted_minute := minute;
    end if;
  end loop;
  if first is not null then
    perform count_attempts(counted_org, counted_subscription, counted_minute, lane,
      counted_at[(first - 1) * places + 1 : cardinality(counted_at)], length);
  end if;

  if 'dead' = any (nexts) then
    insert into dead_letters (delivery_id, org_id, subscription_id, position, event_id, event_name, attempts,
      failed_at, last_response_code, last_error)
    select e.id, e.org_id, e.subscription_id, e.position, e.event_id, e.name, e.number,
      to_timestamp((e.attempted_at + e.response_time_ms) / 1000.0), e.response_code, e.error
    from unnest(delivery_ids, numbers, nexts, complete_attempts.attempted_at, response_codes, response_times_ms, errors,
        event_ids, org_ids, subscription_ids, positions, names)
      as e(id, number, next, attempted_at, response_code, response_time_ms, error, event_id, org_id, subscription_id,
        position, name)
    where e.next = 'dead' and e.org_id is not null;
  end if;

  insert into delivery_attempts (org_id, subscription_id, delivery_id, position, event_name, attempt, kind, succeeded,
    response_code, response_time_ms, attempted_at, next_retry_at, error, revision, response_headers, response_body)
  select e.org_id, e.subscription_id, e.id, e.position, e.name, e.number, 'event', e.next = 'done',
    e.response_code, e.response_time_ms, to_timestamp(e.attempted_at / 1000.0),
    to_timestamp(e.next_retry_at / 1000.0), e.error, e.revision, e.response_headers, e.response_body
  from unnest(delivery_ids, numbers, nexts, complete_attempts.attempted_at, complete_attempts.next_retry_at, response_codes,
      response_times_ms, errors, revisions, complete_attempts.response_headers, response_bodies, org_ids,
      subscription_ids, positions, names)
    as e(id, number, next, attempted_at, next_retry_at, response_code, response_time_ms, error, revision,
      response_headers, response_body, org_id, subscription_id, position, name)
  where e.org_id is not null;
end
$$;

-- Adds to the figures of a subscription's minute: one at each of the places. The row is nearly always there.
create function count_attempts(org uuid, subscription uuid, minute float8, writer smallint, places integer[], length integer)
returns void
language plpgsql
as $$
declare
  begins constant timestamptz := to_timestamp(minute);
begin
  update delivery_figures f set figures = count_places(f.figures, places)
  where f.org_id = org and f.span = 60 and f.starts_at = begins and f.subscription_id = subscription and f.lane = writer;
  if not found then
    insert into delivery_figures as f (org_id, subscription_id, span, starts_at, lane, figures)
    values (org, subscription, 60, begins, writer, count_places(array_fill(0, array[length]), places))
    on conflict (org_id, span, starts_at, subscription_id, lane)
      do update set figures = add_figures(f.figures, excluded.figures);
  end if;
end
$$;

-- Element by element, so that what an attempt costs does not go by the length. A row of a version with fewer figures grows.
create function count_places(figures integer[], places integer[]) returns integer[]
language plpgsql immutable
as $$
declare
  place integer;
begin
  foreach place in array places loop
    if place is not null then
      figures[place] := coalesce(figures[place], 0) + 1;
    end if;
  end loop;
  return figures;
end
$$;

-- Moves figures of one span that began before a moment into those of a longer one, up to `most` rows; returns how many.
create function widen_figures(narrow integer, wide integer, before timestamptz, most integer) returns integer
language plpgsql
as $$
declare
  old record;
  moved integer := 0;
begin
  for old in
    select f.org_id, f.subscription_id, f.starts_at, f.lane, f.figures from delivery_figures f
    where f.span = narrow and f.starts_at < before
    order by f.org_id, f.subscription_id, f.starts_at, f.lane limit most
    for update skip locked
  loop
    delete from delivery_figures f where f.org_id = old.org_id and f.span = narrow and f.starts_at = old.starts_at
      and f.subscription_id = old.subscription_id and f.lane = old.lane;
    insert into delivery_figures as f (org_id, subscription_id, span, starts_at, lane, figures)
    values (old.org_id, old.subscription_id, wide,
      to_timestamp(floor(date_part('epoch', old.starts_at) / wide) * wide), 0, old.figures)
    on conflict (org_id, span, starts_at, subscription_id, lane)
      do update set figures = add_figures(f.figures, excluded.figures);
    moved := moved + 1;
  end loop;
  return moved;
end
$$;
