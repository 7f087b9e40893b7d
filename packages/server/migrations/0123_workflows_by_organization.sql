-- Revisions of a workflow name its organization, as those of a subscription do since 0122.
-- Born by nodes from 0.1.0 on

alter table workflow_revisions add column org_id uuid, drop constraint workflow_revisions_workflow_id_fkey;
update workflow_revisions r set org_id = w.org_id from workflows w where w.id = r.workflow_id;
alter table workflows drop constraint workflows_pkey, add primary key (id, org_id);
alter table workflow_revisions alter column org_id set not null,
  drop constraint workflow_revisions_pkey, add primary key (workflow_id, revision, org_id),
  add constraint workflow_revisions_workflow_id_fkey
    foreign key (workflow_id, org_id) references workflows (id, org_id) on delete cascade;

-- For nodes of the version before, which name no organization.
create function name_workflow_owner() returns trigger language plpgsql as $$
begin
  new.org_id := (select w.org_id from workflows w where w.id = new.workflow_id);
  return new;
end
$$;
create trigger name_workflow_owner before insert on workflow_revisions
  for each row when (new.org_id is null) execute function name_workflow_owner();
