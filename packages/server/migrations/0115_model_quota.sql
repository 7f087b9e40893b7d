-- What a language model may cost an organization in a month, where the operator says so for one alone.
-- Born by nodes from 0.1.0 on
alter table organization_quotas drop constraint organization_quotas_name_check;
alter table organization_quotas add constraint organization_quotas_name_check check (name in
  ('subscriptions', 'api_keys', 'people', 'workflows', 'stored_bytes', 'events_per_day', 'model_usd_per_month'));
