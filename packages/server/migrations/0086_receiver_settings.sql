-- What a receiver asked for beside the interface's ways: its own retries, headers, authentication, formats. Secrets in it
-- are sealed. Null for the common subscription, which asked for nothing.
alter table subscriptions add column receiver json;

-- A request is built again with what it was sent with.
alter table subscription_revisions add column receiver json;
