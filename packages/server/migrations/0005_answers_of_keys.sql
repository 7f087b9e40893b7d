-- A kept answer belongs to whoever asked: the API key, or the workflow run. Whose the answers so far are is not known, and
-- some hold secrets, so they go; they would have ended within their day.
truncate idempotency_keys;
alter table idempotency_keys drop constraint idempotency_keys_pkey;
alter table idempotency_keys add column claimant uuid not null;
alter table idempotency_keys add primary key (org_id, claimant, route, key);
