-- Deployments that settled together superseded each other, and none was left active: the one asked for last stands.
-- Born by nodes from 0.1.0 on
update transactions t set status = 'active', updated_at = now()
where t.kind = 'deployment' and t.status = 'superseded' and not exists (
  select from transactions other
  where other.org_id = t.org_id and other.environment = t.environment and other.contract_id = t.contract_id
    and other.kind = 'deployment' and other.network = t.network
    and (other.status = 'active' or (other.status = 'superseded' and (other.created_at, other.id) > (t.created_at, t.id))));
