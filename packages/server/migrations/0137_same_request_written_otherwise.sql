-- Born by nodes from 0.1.0 on
-- What a request under an Idempotency-Key says, whatever the order of its members; null from nodes of the version before.
alter table idempotency_keys add column meaning_hash bytea;
