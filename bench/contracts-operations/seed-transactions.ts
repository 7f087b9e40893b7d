import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { required } from '../../packages/server/src/kit/required.ts';

export interface SeedOptions {
  orgId: string;
  environment: string;
  transactions: number;
  /** The rows are distributed over this many days, up to now. */
  days: number;
}

/** An id in the format of the API. */
export function publicId(prefix: string, uuid: string): string {
  return `${prefix}_${uuid.replaceAll('-', '')}`;
}

const ROWS_PER_STATEMENT = 20_000;

// One in a hundred failed, one in a thousand is pending; the rest are confirmed. Rows are as wide as real ones: a
// signed transfer has some 120 bytes.
const SQL = `
  insert into transactions (org_id, environment, id, kind, contract_id, version, network, chain_id, simulated, status, live,
    function, args, from_address, to_address, value_wei, gas_limit, nonce, max_fee_wei, max_priority_fee_wei, raw,
    transaction_hash, hashes, block_number, block_hash, transaction_index, mined_at, gas_used, effective_gas_price_wei,
    l1_fee_wei, cost_wei, cost_usd, price, confirmations_required, confirmations, estimated_cost, error, created_at,
    settled_at, settled_seq, updated_at)
  select $1, $2, uuidv7(at - now()), 'execution', $3, '1.0.0', 'devnet', 31337, false, status, false,
    'transfer(address,uint256)', '["0x70997970C51812dc3A010C7d01b50e0d17dc79C8","1"]',
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x5FbDB2315678afecb367f032d93F642f64180aa3', 0, 65000, n, 2000000000,
    1000000000, decode(repeat(md5(n::text), 8), 'hex'), '0x' || md5(n::text) || md5((n + 1)::text),
    array['0x' || md5(n::text) || md5((n + 1)::text)], n / 100, '0x' || md5((n / 100)::text) || md5('b'), n % 100, at,
    51234, 1500000000, 0, 76851000000000, 0.23, '{"asset":"ETH","usd":3000,"as_of":"2026-11-01","source":"bench"}', 1, 1,
    '{"gas_limit":65000,"gas_price_gwei":2,"total_eth":0.00013,"total_usd":0.39,"expected_gas":51000,"expected_gas_price_gwei":1.5,"expected_eth":0.0000765,"expected_usd":0.2295}',
    case status when 'failed' then '{"type":"revert","reason":"no","gas_used":51234}'::json end, at,
    case when status <> 'pending' then at + interval '1 second' end,
    case when status <> 'pending' then nextval('transactions_settled_seq') end, at
  from (
    select n, date_trunc('milliseconds', now() - make_interval(secs => $4::float8 * (1 - n / $5::float8))) as at,
      case when n % 1000 = 7 then 'pending' when n % 100 = 3 then 'failed' else 'confirmed' end as status
    from generate_series($6::int, $7::int - 1) as n
  ) drawn`;

/** Inserts a contract with transactions in the same form as the service; returns the contract's UUID. */
export async function seedTransactions(database: pg.Pool, options: SeedOptions): Promise<string> {
  const { orgId, environment, transactions, days } = options;
  const contractId = randomUUID();
  await database.query(
    `insert into contracts (org_id, environment, id, name, network, version, status, created_at, updated_at)
     values ($1, $2, $3, 'Bench', 'devnet', '1.0.0', 'deployed', now(), now())`,
    [orgId, environment, contractId],
  );
  await database.query(
    `insert into contract_versions (org_id, environment, contract_id, version, abi, bytecode, created_at)
     values ($1, $2, $3, '1.0.0', '[]', '0x00', now())`,
    [orgId, environment, contractId],
  );
  for (let from = 0; from < transactions; from += ROWS_PER_STATEMENT) {
    const to = Math.min(from + ROWS_PER_STATEMENT, transactions);
    await database.query(SQL, [orgId, environment, contractId, days * 86_400, transactions, from, to]);
  }
  return contractId;
}

/** Waits until the service has added the counts of the new rows. */
export async function awaitCounts(database: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ left: string }>(
      'select count(*) as left from transaction_count_deltas',
    );
    if (Number(required(rows[0], 'a row').left) === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await database.query('analyze transactions');
  await database.query('checkpoint').catch(() => {});
}
