-- The contracts platform: contracts, their versions, and every transaction that the service made for them.
--
-- Each record belongs to an organization and one of its environments (the key's). A restore writes the
-- same ids into another environment, so the environment is part of every primary key.

create table contracts (
  org_id uuid not null,
  environment text not null default 'production',
  id uuid not null,
  name text not null,
  description text,
  network text not null,
  template_id text,
  -- The version that deploy takes; versions and rollback move it.
  version text not null,
  status text not null check (status in ('created', 'deployed')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, environment, id)
);
create index contracts_newest on contracts (org_id, environment, created_at desc, id desc);

create table contract_versions (
  org_id uuid not null,
  environment text not null default 'production',
  contract_id uuid not null,
  -- SemVer.
  version text not null,
  changes text,
  abi json not null,
  -- Creation bytecode, lower-case hex with 0x; null for one that cannot be deployed.
  bytecode text,
  source_code text,
  -- How source_code became bytecode: {compiler, contract, settings}; null when it was not compiled here.
  compilation json,
  created_at timestamptz(3) not null,
  primary key (org_id, environment, contract_id, version),
  foreign key (org_id, environment, contract_id) references contracts on delete cascade
);

-- Where the current version was moved to, and why.
create table contract_rollbacks (
  org_id uuid not null,
  environment text not null default 'production',
  id uuid not null,
  contract_id uuid not null,
  previous_version text not null,
  target_version text not null,
  reason text not null,
  rolled_back_at timestamptz(3) not null,
  primary key (org_id, environment, id),
  foreign key (org_id, environment, contract_id) references contracts on delete cascade
);

create sequence transactions_settled_seq;

-- One row for each deployment (public id dep_) and each execution (exe_), with the transaction
-- that carries it. One that a check before sending refused has no hash, nonce or raw bytes.
create table transactions (
  org_id uuid not null,
  environment text not null default 'production',
  id uuid not null,
  kind text not null check (kind in ('deployment', 'execution')),
  contract_id uuid not null,
  -- The contract's version whose code was deployed, or whose ABI encoded the call.
  version text not null,
  network text not null,
  chain_id bigint not null,
  -- The network is a simulated one.
  simulated boolean not null,
  -- Deployment: pending, active, superseded, failed. Execution: pending, confirmed, failed, cancelled.
  status text not null check (status in ('pending', 'active', 'superseded', 'confirmed', 'failed', 'cancelled')),
  -- The chain still has to be watched for it. A restored copy never is.
  live boolean not null,

  -- Full signature, such as set(uint256,uint256); `constructor` for a deployment.
  function text not null,
  args json not null,
  -- EIP-55. `to` is the contract; for a deployment its new address.
  from_address text not null,
  to_address text,
  value_wei numeric(78) not null default 0,
  gas_limit bigint,
  nonce bigint,
  -- What was last offered: a legacy price, or the two fields of EIP-1559.
  gas_price_wei numeric(78),
  max_fee_wei numeric(78),
  max_priority_fee_wei numeric(78),
  -- The signed transaction as last sent.
  raw bytea,
  -- Of the transaction that was mined, else of the one last sent; all that were ever signed in `hashes`.
  transaction_hash text,
  hashes text[] not null default '{}',
  -- Signed before `raw`, in the order of their hashes: one of them may be what a block took.
  replaced_raws bytea[] not null default '{}',

  -- Set while the receipt is on the chain; null again when a reorganization takes it off.
  block_number bigint,
  block_hash text,
  transaction_index integer,
  mined_at timestamptz(3),
  gas_used bigint,
  effective_gas_price_wei numeric(78),
  l1_fee_wei numeric(78),
  -- gas_used x effective_gas_price_wei + l1_fee_wei, exactly.
  cost_wei numeric(78),
  cost_usd numeric(30, 8),
  -- The price of the native coin that cost_usd was computed with: {asset, usd, as_of, source}.
  price json,
  confirmations_required integer not null,
  -- When it was settled.
  confirmations integer not null default 0,
  -- The answer's estimated_cost: {gas_limit, gas_price_gwei, total_eth, total_usd}.
  estimated_cost json,
  estimated_confirmation_at timestamptz(3),
  -- {type, reason, gas_used, kind, name, args, raw}; type is revert, panic, custom_error, out_of_gas, dropped or unknown.
  error json,

  -- When somebody asked to cancel it, and why. Whether that was in time, the status tells.
  cancel_requested_at timestamptz(3),
  cancel_reason text,

  -- Kept for good: a repeated submission never executes twice.
  idempotency_key text,
  body_hash bytea,
  key_id uuid,
  correlation_id text,
  created_at timestamptz(3) not null,
  -- When the last word was known: confirmed, active, failed or cancelled.
  settled_at timestamptz(3),
  -- Rises in the order of commits: who remembers the last one it saw misses nothing.
  settled_seq bigint,
  updated_at timestamptz(3) not null,
  primary key (org_id, environment, id)
) with (fillfactor = 80);
-- A contract's history, newest first.
create index transactions_contract on transactions (org_id, environment, contract_id, created_at desc, id desc);
create index transactions_deployments on transactions (org_id, environment, contract_id, network, created_at desc)
  where kind = 'deployment';
create unique index transactions_idempotency on transactions (org_id, environment, idempotency_key)
  where idempotency_key is not null;
create index transactions_settled on transactions (settled_seq) where settled_seq is not null;
create index transactions_live on transactions (network, from_address, nonce) where live;

-- A sending account on one network. Its row lock is the lease under which nonces are given out: the nonce,
-- the signed bytes and the record that needs them commit together, so no counter can run ahead.
create table wallets (
  id uuid primary key,
  network text not null,
  chain_id bigint not null,
  address text not null,
  -- The owner of a throw-away account on an embedded chain; null for the signer of the settings.
  org_id uuid,
  environment text,
  sealed_key text,
  next_nonce bigint not null,
  created_at timestamptz(3) not null,
  unique (network, chain_id, address)
) with (fillfactor = 50);
create unique index wallets_owner on wallets (org_id, environment, network) where org_id is not null;

-- Which process runs an embedded chain, so that the others on the machine find it.
create table embedded_chains (
  network text primary key,
  chain_id bigint not null,
  node_id uuid,
  rpc_url text,
  started_at timestamptz(3)
);

-- Prices as a feed told them; without a feed a dated table in the code is used.
create table asset_prices (
  asset text not null,
  as_of timestamptz(3) not null,
  usd numeric(30, 8) not null,
  source text not null,
  primary key (asset, as_of)
);

-- The most that may be spent: by one key, or by the whole environment where key_id is null. A null amount is no limit.
create table spend_limits (
  org_id uuid not null,
  environment text not null default 'production',
  id uuid not null,
  key_id uuid,
  per_transaction_usd numeric(30, 8),
  per_day_usd numeric(30, 8),
  per_transaction_wei numeric(78),
  per_day_wei numeric(78),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, environment, id),
  unique nulls not distinct (org_id, environment, key_id)
);

-- What was promised or spent on a day (UTC): the most a transaction may cost until its true cost is known.
create table spend_days (
  org_id uuid not null,
  environment text not null default 'production',
  key_id uuid not null,
  day date not null,
  usd numeric(30, 8) not null,
  wei numeric(78) not null,
  primary key (org_id, environment, key_id, day)
) with (fillfactor = 50);
