-- Deliveries that are sent again by a filter: each resend looks through its range of ids from the newest down, a batch at a
-- time, until nothing is left of it.
create table delivery_resends (
  id uuid primary key,
  org_id uuid not null,
  -- What narrows it, and which table has what is meant.
  conditions json not null,
  place text not null check (place in ('all', 'live', 'dead')),
  -- What is still to be looked at: (after, through].
  after uuid not null,
  through uuid not null,
  queued bigint not null default 0,
  created_at timestamptz(3) not null,
  worked_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create index delivery_resends_open on delivery_resends (worked_at) where finished_at is null;

-- Queues deliveries of an organization again, each as a fresh ladder of attempts, and returns how many it were. One that
-- waits is brought forward, one that died is raised, and one that is under way at this moment is left alone.
create function resend_deliveries(org uuid, ids uuid[], subscription_ids uuid[], positions bigint[], names text[],
  due timestamptz)
returns integer
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  queued integer := 0;
begin
  for i in 1 .. cardinality(ids) loop
    continue when not exists (select from subscriptions s where s.id = subscription_ids[i] and s.org_id = org);
    delete from dead_letters x where x.delivery_id = ids[i] and x.org_id = org;
    update deliveries d set attempts = 0, next_attempt_at = due
    where d.id = ids[i] and d.org_id = org and d.lease_owner is null;
    if not found then
      insert into deliveries (id, org_id, subscription_id, position, event_name, next_attempt_at)
      values (ids[i], org, subscription_ids[i], positions[i], names[i], due)
      on conflict (id) do nothing;
    end if;
    if found then
      queued := queued + 1;
    end if;
  end loop;
  return queued;
end
$$;
