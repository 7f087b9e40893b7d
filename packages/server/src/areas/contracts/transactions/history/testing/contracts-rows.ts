import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { newUuid } from '../../../../../kit/ids.ts';
import type { ContractScope } from '../contract-scope.ts';

/** A transaction row for a test; by default a settled execution. */
export interface RowOfTransaction {
  id?: string;
  kind?: 'execution' | 'deployment';
  status?: string;
  network?: string;
  gasUsed?: number | null;
  gasPriceGwei?: number;
  createdAt?: Date;
  settledAt?: Date | null;
}

/** Writes rows of contracts and transactions like the transaction pipeline, for tests of readers. */
export function contractsRows(pool: Pool) {
  return {
    async addContract(
      orgId: string,
      environment = 'production',
      createdAt = new Date(),
    ): Promise<ContractScope> {
      const contractId = newUuid();
      await pool.query(
        `insert into contracts (org_id, environment, id, name, network, version, status, created_at, updated_at)
         values ($1, $2, $3, 'Counter', 'devnet', '1.0.0', 'deployed', $4, $4)`,
        [orgId, environment, contractId, createdAt],
      );
      await pool.query(
        `insert into contract_versions (org_id, environment, contract_id, version, changes, abi, bytecode, created_at)
         values ($1, $2, $3, '1.0.0', null, '[]', '0x00', $4)`,
        [orgId, environment, contractId, createdAt],
      );
      return { orgId, environment, contractId };
    },

    /** Adds settled or pending transactions in one statement; returns their ids in order. */
    async addTransactions(scope: ContractScope, rows: RowOfTransaction[]): Promise<string[]> {
      const all = rows.map((row) => {
        const createdAt = row.createdAt ?? new Date();
        const status = row.status ?? 'confirmed';
        const settledAt =
          row.settledAt === undefined
            ? status === 'pending'
              ? null
              : new Date(createdAt.getTime() + 100)
            : row.settledAt;
        const gasUsed = row.gasUsed === undefined ? (status === 'pending' ? null : 21_000) : row.gasUsed;
        const price = BigInt(Math.round((row.gasPriceGwei ?? 1) * 1e9));
        return {
          id: row.id ?? newUuid(createdAt.getTime()),
          kind: row.kind ?? 'execution',
          status,
          network: row.network ?? 'devnet',
          hash: `0x${randomBytes(32).toString('hex')}`,
          gas_used: gasUsed,
          price: gasUsed === null ? null : price.toString(),
          cost_wei: gasUsed === null ? null : (price * BigInt(gasUsed)).toString(),
          created_at: createdAt,
          settled_at: settledAt,
        };
      });
      await pool.query(
        `insert into transactions (org_id, environment, id, kind, contract_id, version, network, chain_id, simulated, status,
           live, function, args, from_address, to_address, transaction_hash, hashes, gas_used, effective_gas_price_wei,
           cost_wei, cost_usd, confirmations_required, created_at, settled_at, settled_seq, updated_at)
         select $1, $2, r.id, r.kind, $3, '1.0.0', r.network, 31337, false, r.status, false, 'set(uint256)', '["1"]',
           '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x5FbDB2315678afecb367f032d93F642f64180aa3', r.hash, array[r.hash],
           r.gas_used, r.price, r.cost_wei, r.cost_wei / 1e18 * 2500, 1, r.created_at, r.settled_at,
           case when r.settled_at is not null then nextval('transactions_settled_seq') end, r.created_at
         from json_to_recordset($4::json) as r(id uuid, kind text, status text, network text, hash text, gas_used bigint,
           price numeric, cost_wei numeric, created_at timestamptz, settled_at timestamptz)`,
        [scope.orgId, scope.environment, scope.contractId, JSON.stringify(all)],
      );
      return all.map(({ id }) => id);
    },

    /** Settles pending transactions, like the chain follower. */
    async settle(
      scope: ContractScope,
      ids: string[],
      status: 'confirmed' | 'failed',
      gasUsed = 21_000,
    ): Promise<void> {
      await pool.query(
        `update transactions set status = $3, gas_used = $4, settled_at = now(), settled_seq = nextval('transactions_settled_seq')
         where org_id = $1 and environment = $5 and id = any($2::uuid[])`,
        [scope.orgId, ids, status, gasUsed, scope.environment],
      );
    },
  };
}
