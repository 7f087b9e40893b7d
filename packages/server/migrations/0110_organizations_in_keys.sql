-- On a database that is spread over machines by organization, a key can only be unique with the organization in it. Here
-- it is added behind what is looked for, so that each index serves the same questions as before. Tables that are small, or
-- empty most of the time; table-classes.json names those that follow.
-- Born by nodes from 0.1.0 on

alter table suppressions drop constraint suppressions_pkey, add primary key (id, org_id);
alter table lead_imports drop constraint lead_imports_pkey, add primary key (id, org_id);
alter table lead_import_rejects drop constraint lead_import_rejects_pkey, add primary key (import_id, row_number, org_id);
alter table outreach_agents drop constraint outreach_agents_id_key, add unique (id, org_id);
alter table booking_secrets drop constraint booking_secrets_id_key, add unique (id, org_id);
alter table review_suppressions drop constraint review_suppressions_pkey, add primary key (id, org_id);
alter table transaction_count_deltas drop constraint transaction_count_deltas_pkey, add primary key (id, org_id);
alter table trace_export_queue drop constraint trace_export_queue_pkey, add primary key (id, org_id);
