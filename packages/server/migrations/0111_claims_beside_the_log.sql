-- The log may lie on other machines than the queue of deliveries (Citus), where one statement cannot lock rows of the queue and
-- follow each into the log. So what is claimed is locked first, and its event read then.
-- Born by nodes from 0.1.0 on

-- As before; the event of what is passed over is not read any more.
create or replace function claim_deliveries(subscription_ids uuid[], wanted integer[], due timestamptz, owner uuid, max_bytes bigint)
returns table (id uuid, subscription_id uuid, event_name text, attempts smallint, event_id uuid, org_id uuid,
  log_position bigint, type text, source text, occurred_at timestamptz, data text)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  claimed record;
  event record;
  is_ordered boolean;
  share bigint := max_bytes / greatest(cardinality(subscription_ids), 1);
  bytes bigint;
  most integer;
  looked integer;
  passed integer;
begin
  for i in 1 .. cardinality(subscription_ids) loop
    select s.order_path is not null into is_ordered from subscriptions s
    where s.id = subscription_ids[i] and s.status = 'active' for share;
    continue when not found;
    most := case when is_ordered then greatest(4 * wanted[i], 200) else wanted[i] end;
    bytes := 0;
    looked := 0;
    passed := 0;
    for claimed in
      select d.id, d.org_id, d.position, d.event_name, d.attempts, d.order_key from deliveries d
      where d.subscription_id = subscription_ids[i] and d.lease_owner is null and d.next_attempt_at <= due
      order by d.next_attempt_at, d.id limit most for update skip locked
    loop
      looked := looked + 1;
      if claimed.order_key is not null
        and not is_next_in_order(claimed.id, subscription_ids[i], claimed.order_key, claimed.position)
      then
        passed := passed + 1;
        continue;
      end if;
      select x.id, x.type, x.source, x.occurred_at, x.data into event from events x
      where x.org_id = claimed.org_id and x.position = claimed.position;
      continue when not found;
      bytes := bytes + octet_length(event.data);
      exit when bytes > share and bytes > octet_length(event.data);
      update deliveries d set lease_owner = owner where d.id = claimed.id;
      id := claimed.id;
      subscription_id := subscription_ids[i];
      event_name := claimed.event_name;
      attempts := claimed.attempts;
      event_id := event.id;
      org_id := claimed.org_id;
      log_position := claimed.position;
      type := event.type;
      source := event.source;
      occurred_at := event.occurred_at;
      data := event.data;
      return next;
      exit when looked - passed = wanted[i];
    end loop;
    if passed > 0 and looked = most then
      id := null;
      subscription_id := subscription_ids[i];
      return next;
    end if;
  end loop;
end
$$;

-- As before; what is held is found first.
create or replace function read_handed_over(ids uuid[]) returns json
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  return (
    with held as materialized (
      select d.* from unnest(ids) as h(id) join deliveries d on d.id = h.id
    )
    select json_agg(json_build_object('id', d.id, 'subscription_id', d.subscription_id, 'event_name', d.event_name,
      'attempts', d.attempts, 'event_id', x.id, 'org_id', d.org_id, 'log_position', d.position, 'type', x.type,
      'source', x.source, 'occurred_at', x.occurred_at, 'data', x.data))
    from held d join events x on x.org_id = d.org_id and x.position = d.position);
end
$$;
