import { sleep } from '../../harness/monotonic-clock.ts';
import type { Filling } from './filling.ts';
import { inParts } from './filling.ts';

const ABI = JSON.stringify([
  ...['transfer', 'approve', 'mint', 'burn'].map((name) => ({
    type: 'function',
    name,
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  })),
  { type: 'error', name: 'NotAllowed', inputs: [{ name: 'who', type: 'address' }] },
]);

/** Contracts with versions, deployments and executions, what was watched, and the jobs that brought data. */
export async function fillContracts(filling: Filling): Promise<void> {
  const { query, orgId, sizes } = filling;
  await inParts(filling, { total: sizes.contracts }, CONTRACTS, sizes.days, sizes.contracts);
  await query(VERSIONS, [orgId, ABI]);
  await inParts(filling, { total: sizes.contracts }, TRANSACTIONS, 'deployment', sizes.days, sizes.contracts);
  await inParts(
    filling,
    { total: sizes.transactions },
    TRANSACTIONS,
    'execution',
    sizes.days,
    sizes.transactions,
  );
  await query(RULES, [orgId, Math.ceil(sizes.contracts / 10)]);
  await query(ALERTS, [orgId, sizes.alerts, sizes.days]);
  await query(JOBS, [orgId, sizes.jobs, sizes.days]);
  await awaitCounts(filling);
  for (const table of [
    'contracts',
    'contract_versions',
    'transactions',
    'transaction_counts',
    'alerts',
    'alert_rules',
    'ingestion_jobs',
  ]) {
    await query(`analyze ${table}`);
  }
}

/** Until the service has folded what it counts. */
async function awaitCounts({ query, orgId }: Filling): Promise<void> {
  const left = () => query('select from transaction_count_deltas where org_id = $1 limit 1', [orgId]);
  while ((await left()).length > 0) await sleep(200);
}

const CONTRACTS = `
  insert into contracts (org_id, environment, id, name, network, template_id, version, status, created_at, updated_at)
  select $1, 'production', md5($1::uuid::text || 'contract' || n)::uuid, 'Contract ' || n, case when n % 5 = 0 then 'devnet-l2' else 'devnet' end,
    case when n % 3 = 0 then 'erc20' end, '1.1.0', 'deployed', at, at
  from generate_series($2::int, $3::int - 1) n,
    lateral (select now() - make_interval(days => $4::int) * (1 - n / $5::float8) as at) t`;

const VERSIONS = `
  insert into contract_versions (org_id, environment, contract_id, version, abi, bytecode, created_at)
  select org_id, environment, id, v, $2::json, '0x6080', created_at from contracts, unnest(array['1.0.0', '1.1.0']) v where org_id = $1`;

// A few contracts have most of the executions. One in a hundred failed.
const TRANSACTIONS = `
  insert into transactions (org_id, environment, id, kind, contract_id, version, network, chain_id, simulated, status, live,
    function, args, from_address, to_address, value_wei, gas_limit, nonce, max_fee_wei, max_priority_fee_wei, raw,
    transaction_hash, hashes, block_number, block_hash, transaction_index, mined_at, gas_used, effective_gas_price_wei,
    l1_fee_wei, cost_wei, cost_usd, confirmations_required, confirmations, estimated_cost, error, created_at, settled_at,
    settled_seq, updated_at)
  select $1, 'production', uuidv7(at - now()), $4, md5($1::uuid::text || 'contract' || place)::uuid, '1.1.0', 'devnet', 31337, false, status, false,
    case when $4 = 'deployment' then 'constructor' else 'transfer(address,uint256)' end,
    '["0x70997970C51812dc3A010C7d01b50e0d17dc79C8","1"]', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '0x5FbDB2315678afecb367f032d93F642f64180aa3', 0, 65000, n, 2000000000, 1000000000, decode(repeat(md5(n::text), 8), 'hex'),
    '0x' || md5(n::text) || md5((n + 1)::text), array['0x' || md5(n::text) || md5((n + 1)::text)], n / 100, '0x' || md5('b'), n % 100,
    at, 51234, 1500000000, 0, 76851000000000, 0.23, 1, 1,
    '{"gas_limit":65000,"gas_price_gwei":2,"total_eth":0.00013,"total_usd":0.39,"expected_gas":51000,"expected_gas_price_gwei":1.5,"expected_eth":0.0000765,"expected_usd":0.2295}',
    case status when 'failed' then '{"type":"revert","reason":"no","gas_used":51234}'::json end, at, at + interval '1 second',
    nextval('transactions_settled_seq'), at
  from (
    select n, date_trunc('milliseconds', now() - make_interval(days => $5::int) * (1 - n / $6::float8)) as at,
      case when $4 = 'deployment' then n else floor((select count(*) from contracts where org_id = $1) * power(random(), 5))::int end as place,
      case when $4 = 'deployment' then 'active' when n % 100 = 3 then 'failed' else 'confirmed' end as status
    from generate_series($2::int, $3::int - 1) n
  ) drawn`;

// Of one transaction, of the last hour, of all time, and of the present state.
const RULES = `
  insert into alert_rules (org_id, environment, id, contract_id, rule_name, metric, operator, threshold, window_minutes, severity,
    cooldown_seconds, actions, live, created_at)
  select $1, 'production', md5($1::uuid::text || 'rule' || n)::uuid, md5($1::uuid::text || 'contract' || n)::uuid, 'Watched',
    (array['gas_used', 'failure_rate', 'failure_count', 'consecutive_failures'])[1 + n % 4], 'greater_than', 200000,
    case when n % 4 = 1 then 60 end, 'warning', 0, '[{"type":"event"}]', true, now()
  from generate_series(0, $2::int - 1) n`;

const ALERTS = `
  insert into alerts (org_id, environment, id, rule_id, contract_id, value, message, triggered_at, resolved_at)
  select $1, 'production', uuidv7(at - now()), r.id, r.contract_id, 250000, 'The gas was above 200000.', at, at + interval '10 minutes'
  from generate_series(1, $2::int) n, lateral (select now() - make_interval(days => $3::int) * (n / $2::float8) as at) t,
    lateral (select md5($1::uuid::text || 'rule' || floor((select count(*) from alert_rules where org_id = $1) * power(random() + n * 0, 4))::int)::uuid
      as rule offset 0) drawn
    join alert_rules r on r.org_id = $1 and r.id = drawn.rule`;

const JOBS = `
  insert into ingestion_jobs (org_id, environment, id, source_id, data, transformation_rules, steps, priority, rank, status, live,
    transformed_data, created_at, started_at, completed_at)
  select $1, 'production', uuidv7(at - now()), 'source-' || n % 20, '{"reading":41}', '{}', '[]', 'normal', 2,
    case when n % 50 = 0 then 'failed' else 'completed' end, true, '{"reading":41}', at, at, at + interval '40 ms'
  from generate_series(1, $2::int) n, lateral (select now() - make_interval(days => $3::int) * (n / $2::float8) as at) t`;
