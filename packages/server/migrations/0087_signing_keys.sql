-- Ed25519 keys that sign beside a subscription's secret, for receivers that verify with a public key. Earlier ones sign
-- until they expire. None is made for a subscription that did not ask.
create table subscription_signing_keys (
  subscription_id uuid not null references subscriptions on delete cascade,
  version integer not null,
  public_key text not null,
  sealed text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  primary key (subscription_id, version)
);

-- The key that was current at a revision; null for none.
alter table subscription_revisions add column signing_key_version integer;
