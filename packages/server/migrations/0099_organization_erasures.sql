-- Erasing an organization, and the proof of what went. A row stays for good.
create table organization_erasures (
  org_id uuid primary key,
  requested_by text not null,
  status text not null check (status in ('running', 'completed', 'failed')),
  requested_at timestamptz(3) not null,
  completed_at timestamptz(3),
  -- Rows that were deleted of each table; written by the transaction that deletes them.
  deleted json not null default '{}',
  files_deleted bigint not null default 0,
  jobs_deleted bigint not null default 0,
  -- Positions of the log below this one have lost their payload.
  redacted_size bigint not null default 0,
  error text
);

alter table organizations add column erased_at timestamptz(3);

-- Of an event of an organization that is being erased, the payload goes; its place and its leaf hash stay, so that the log
-- can be proven as before. No other change gets through, and none of another organization.
create function refuse_change_but_redaction() returns trigger language plpgsql as $$
begin
  if new.data = '' and new.metadata = '' and new.correlation_id is null
    and (new.org_id, new.position, new.id, new.type, new.source, new.occurred_at, new.leaf_hash)
      = (old.org_id, old.position, old.id, old.type, old.source, old.occurred_at, old.leaf_hash)
    and new.fact is not distinct from old.fact
    and exists (
      select from organization_erasures r join organizations o on o.id = r.org_id
      where r.org_id = new.org_id and r.status = 'running' and o.suspended_at is not null and not o.is_default)
  then
    return new;
  end if;
  raise exception 'the table % is append-only: % is refused', tg_table_name, tg_op
    using errcode = 'insufficient_privilege';
end
$$;

drop trigger events_append_only on events;
create trigger events_append_only before delete or truncate on events
  for each statement execute function refuse_change();
create trigger events_redacted_only before update on events
  for each row execute function refuse_change_but_redaction();

-- Takes the payload out of the next events of an organization that is being erased; answers up to where it is gone.
create function redact_events(org uuid, from_position bigint, most integer) returns bigint
language plpgsql security definer as $$
declare
  through bigint := (select least(l.size, from_position + most) from event_logs l where l.org_id = org);
begin
  update events e set data = '', metadata = '', correlation_id = null
  where e.org_id = org and e.position >= from_position and e.position < through and e.data <> '';
  return coalesce(through, from_position);
end
$$;

do $$
begin
  execute format('alter function redact_events(uuid, bigint, integer) set search_path = %I, pg_temp', current_schema());
  revoke execute on function redact_events(uuid, bigint, integer) from public;
end
$$;
