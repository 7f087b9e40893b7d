-- What hangs on a subscription names its organization, as its key does: on a database that is spread over machines, both lie on
-- one of them. As in 0110, the organization comes last in a key, so that each index serves the same questions as before.
-- Born by nodes from 0.1.0 on

alter table subscription_secrets add column org_id uuid, drop constraint subscription_secrets_subscription_id_fkey;
alter table subscription_revisions add column org_id uuid, drop constraint subscription_revisions_subscription_id_fkey;
alter table subscription_signing_keys add column org_id uuid, drop constraint subscription_signing_keys_subscription_id_fkey;
alter table backfills drop constraint backfills_subscription_id_fkey;

update subscription_secrets k set org_id = s.org_id from subscriptions s where s.id = k.subscription_id;
update subscription_revisions r set org_id = s.org_id from subscriptions s where s.id = r.subscription_id;
update subscription_signing_keys k set org_id = s.org_id from subscriptions s where s.id = k.subscription_id;

alter table subscriptions drop constraint subscriptions_pkey, add primary key (id, org_id);
alter table subscription_secrets alter column org_id set not null,
  drop constraint subscription_secrets_pkey, add primary key (subscription_id, version, org_id),
  add constraint subscription_secrets_subscription_id_fkey
    foreign key (subscription_id, org_id) references subscriptions (id, org_id) on delete cascade;
alter table subscription_revisions alter column org_id set not null,
  drop constraint subscription_revisions_pkey, add primary key (subscription_id, revision, org_id),
  add constraint subscription_revisions_subscription_id_fkey
    foreign key (subscription_id, org_id) references subscriptions (id, org_id) on delete cascade;
alter table subscription_signing_keys alter column org_id set not null,
  drop constraint subscription_signing_keys_pkey, add primary key (subscription_id, version, org_id),
  add constraint subscription_signing_keys_subscription_id_fkey
    foreign key (subscription_id, org_id) references subscriptions (id, org_id) on delete cascade;
alter table backfills drop constraint backfills_pkey, add primary key (subscription_id, org_id),
  add constraint backfills_subscription_id_fkey
    foreign key (subscription_id, org_id) references subscriptions (id, org_id) on delete cascade;

-- For nodes of the version before, which name no organization.
create function name_subscriber() returns trigger language plpgsql as $$
begin
  new.org_id := (select s.org_id from subscriptions s where s.id = new.subscription_id);
  return new;
end
$$;
create trigger name_subscriber before insert on subscription_secrets
  for each row when (new.org_id is null) execute function name_subscriber();
create trigger name_subscriber before insert on subscription_revisions
  for each row when (new.org_id is null) execute function name_subscriber();
create trigger name_subscriber before insert on subscription_signing_keys
  for each row when (new.org_id is null) execute function name_subscriber();

-- All zeros: it was deleted by a node of the version before.
alter table deleted_subscriptions
  add column org_id uuid not null default '00000000-0000-0000-0000-000000000000',
  drop constraint deleted_subscriptions_pkey, add primary key (id, org_id);

alter table replays drop constraint replays_pkey, add primary key (id, org_id);
alter table delivery_resends drop constraint delivery_resends_pkey, add primary key (id, org_id);
