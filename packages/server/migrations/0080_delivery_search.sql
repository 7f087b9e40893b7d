-- The search over all deliveries of an organization, newest first. A delivery's id begins with the time of its event, so
-- that the order of ids is that of events and a page goes on below an id.

-- In place of the index by delivery alone. The latest attempt of a delivery comes first.
drop index delivery_attempts_delivery;
create index delivery_attempts_delivery on delivery_attempts (org_id, delivery_id desc, attempted_at desc, attempt desc);
create index dead_letters_newest on dead_letters (org_id, delivery_id desc);

-- Where a look through the deliveries in (after, through] ends that passes `most` rows of each table it reads: the first id
-- that it leaves out, null when it leaves out none. The queue has no index by organization, which each delivery would
-- pay for; what waits for others is passed over within the same bound. `place` is live, dead or all.
create function delivery_look_end(org uuid, after uuid, through uuid, most integer, place text) returns uuid
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
  select d.id into waiting from deliveries d
  where d.id > after and d.id <= through
  order by d.id desc offset most limit 1;
  if place = 'all' then
    select a.delivery_id into logged from delivery_attempts a
    where a.org_id = org and a.delivery_id > after and a.delivery_id <= through
    order by a.delivery_id desc offset most limit 1;
  end if;
  return greatest(waiting, logged);
end
$$;

-- What is known of each of these deliveries, with its latest attempt. Test deliveries are none of an event.
create function deliveries_between(org uuid, after uuid, through uuid, place text)
returns table (id uuid, subscription_id uuid, log_position bigint, event_name text, is_live boolean, is_dead boolean,
  attempts smallint, next_attempt_at timestamptz, last_attempt_at timestamptz, succeeded boolean, response_code integer,
  response_time_ms integer, error text)
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off
as $$
begin
  if place = 'dead' then
    return query
    select x.delivery_id, x.subscription_id, x.position, x.event_name, false, true, x.attempts, null::timestamptz,
      coalesce(g.attempted_at, x.failed_at), false, x.last_response_code, g.response_time_ms, x.last_error
    from dead_letters x
    left join lateral (
      select a.attempted_at, a.response_time_ms from delivery_attempts a
      where a.org_id = org and a.delivery_id = x.delivery_id
      order by a.attempted_at desc, a.attempt desc limit 1) g on true
    where x.org_id = org and x.delivery_id > after and x.delivery_id <= through;
  elsif place = 'live' then
    return query
    select d.id, d.subscription_id, d.position, d.event_name, true, false, d.attempts, d.next_attempt_at,
      g.attempted_at, g.succeeded, g.response_code, g.response_time_ms, g.error
    from deliveries d
    left join lateral (
      select a.attempted_at, a.succeeded, a.response_code, a.response_time_ms, a.error from delivery_attempts a
      where a.org_id = org and a.delivery_id = d.id
      order by a.attempted_at desc, a.attempt desc limit 1) g on true
    where d.id > after and d.id <= through and d.org_id = org;
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
      order by a.delivery_id desc, a.attempted_at desc, a.attempt desc)
    select coalesce(l.id, g.id), coalesce(l.subscription_id, g.subscription_id), coalesce(l.position, g.position),
      coalesce(l.event_name, g.event_name), l.id is not null,
      l.id is null and not g.succeeded and exists (select from dead_letters x where x.delivery_id = g.id),
      coalesce(l.attempts, g.attempt), l.next_attempt_at, g.attempted_at, g.succeeded, g.response_code,
      g.response_time_ms, g.error
    from live l full join logged g on g.id = l.id;
  end if;
end
$$;

-- Whether a payload has a value at a path. What is looked for comes as text: a string by its characters, a number by what
-- it is worth. Characters that the database cannot hold are read as U+FFFD.
create function payload_has(payload text, path text[], wanted text) returns boolean
language plpgsql immutable
as $$
declare
  written text;
  number_form constant text := '^-?[0-9]{1,40}(\.[0-9]{1,40})?([eE][-+]?[0-9]{1,2})?$';
begin
  if strpos(payload, '\u') = 0 then
    written := payload::json #> path;
  else
    begin
      written := payload::json #> path;
    exception when data_exception then
      payload := regexp_replace(payload, '(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1\\ufffd', 'g');
      written := payload::json #> path;
    end;
  end if;
  if written is null or left(written, 1) in ('{', '[') then
    return false;
  elsif left(written, 1) <> '"' then
    return written = wanted
      or (written ~ number_form and wanted ~ number_form and written::numeric = wanted::numeric);
  elsif strpos(written, '\') = 0 then
    return substr(written, 2, length(written) - 2) = wanted;
  end if;
  return written::json #>> '{}' = wanted;
end
$$;

-- Of these events, the newest first, those whose payloads have a value at a path. `most` bounds the bytes that are looked
-- through; the event that would pass them is the last row, not looked at. The first is looked at whatever its size.
create function find_payloads(org uuid, positions bigint[], path text[], wanted text, most bigint)
returns table (log_position bigint, is_cut boolean)
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  event record;
  bytes bigint := 0;
  is_number constant boolean := wanted ~ '^-?[0-9]{1,40}(\.[0-9]{1,40})?([eE][-+]?[0-9]{1,2})?$';
  -- As a number is written, whatever zeros follow. Most payloads do not hold it, and need not be parsed.
  written constant text := case when is_number then trim_scale(wanted::numeric)::text else wanted end;
begin
  is_cut := false;
  for event in
    select e.position, e.data from unnest(positions) with ordinality as p(log_position, place)
    join events e on e.org_id = org and e.position = p.log_position
    order by p.place
  loop
    log_position := event.position;
    bytes := bytes + octet_length(event.data);
    if bytes > most and bytes > octet_length(event.data) then
      is_cut := true;
      return next;
      return;
    end if;
    continue when strpos(event.data, written) = 0 and strpos(event.data, '\') = 0
      and not (is_number and event.data ~ '[0-9][eE][-+]?[0-9]');
    if payload_has(event.data, path, wanted) then
      return next;
    end if;
  end loop;
end
$$;
