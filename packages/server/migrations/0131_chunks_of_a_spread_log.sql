-- Where the log is spread over machines (Citus), the parts of the statement that indexes a chunk hand what they found to every
-- machine. There the steps are statements of their own, each of the machine of the log: it may be done while another is away.
-- Born by nodes from 0.1.0 on

-- Brings a chunk of a log into its index: events from `first` on, up to `most` of them. Answers their leaf hashes one behind
-- the other, null where there are no events.
create function index_spread_chunk(org uuid, number integer, first bigint, most integer) returns bytea
language plpgsql
as $$
declare
  hashes bytea;
begin
  select string_agg(e.leaf_hash, ''::bytea order by e.position) into hashes from events e
  where e.org_id = org and e.position >= first and e.position < first + most;
  if hashes is null then
    return null;
  end if;
  insert into event_chunks (org_id, chunk, earliest_ms, latest_ms, times)
  select org, number, min(s.ms), max(s.ms), string_agg(int8send(s.ms), ''::bytea order by s.position)
  from (
    select e.position, round(date_part('epoch', e.occurred_at) * 1000)::bigint as ms from events e
    where e.org_id = org and e.position >= first and e.position < first + most) s;
  insert into event_kinds (org_id, kind, type, source, fact)
  select org, (select coalesce(max(k.kind), 0) from event_kinds k where k.org_id = org) + row_number() over (),
    g.type, g.source, g.fact
  from (
    select e.type, e.source, e.fact from events e
    where e.org_id = org and e.position >= first and e.position < first + most
    group by grouping sets ((e.type, e.fact, e.source), (e.type, e.fact), (e.source))) g
  where not exists (
    select from event_kinds k where k.org_id = org and coalesce(k.type, '') = coalesce(g.type, '')
      and coalesce(k.source, '') = coalesce(g.source, '') and coalesce(k.fact, '') = coalesce(g.fact, ''));
  insert into event_counts (org_id, kind, level, block, events, positions)
  select org, k.kind, 0, number, g.events, g.positions
  from (
    select e.type, e.source, e.fact, count(*)::int as events,
      string_agg(int2send((e.position - first)::int2), ''::bytea) as positions
    from events e where e.org_id = org and e.position >= first and e.position < first + most
    group by grouping sets ((e.type, e.fact, e.source), (e.type, e.fact), (e.source))) g
  join event_kinds k on k.org_id = org and coalesce(k.type, '') = coalesce(g.type, '')
    and coalesce(k.source, '') = coalesce(g.source, '') and coalesce(k.fact, '') = coalesce(g.fact, '');
  return hashes;
end
$$;
