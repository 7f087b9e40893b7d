import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';

/** Wei and money columns are read as text: a double cannot hold them. */
type Wei = string;
type Json<T> = ColumnType<T, string, string>;

export type TransactionKind = 'deployment' | 'execution';
export type TransactionStatus = 'pending' | 'active' | 'superseded' | 'confirmed' | 'failed' | 'cancelled';

interface ContractsTable {
  org_id: string;
  environment: string;
  id: string;
  name: string;
  description: string | null;
  network: string;
  template_id: string | null;
  version: string;
  status: 'created' | 'deployed';
  created_at: Date;
  updated_at: Date;
}

interface ContractVersionsTable {
  org_id: string;
  environment: string;
  contract_id: string;
  version: string;
  changes: string | null;
  abi: Json<unknown[]>;
  bytecode: string | null;
  source_code: string | null;
  compilation: Json<object | null> | null;
  created_at: Date;
}

interface ContractRollbacksTable {
  org_id: string;
  environment: string;
  id: string;
  contract_id: string;
  previous_version: string;
  target_version: string;
  reason: string;
  rolled_back_at: Date;
}

/** Why a transaction failed, as in `error` of its record. */
export interface ChainError {
  /** revert, panic, custom_error, out_of_gas, dropped or unknown. */
  type: string;
  reason: string;
  gas_used: number;
  /** The error's name and arguments, decoded by its ABI; raw is the revert data. */
  name?: string | undefined;
  args?: unknown[] | undefined;
  raw?: string | undefined;
  /** Hashes of the empty transactions that used its nonce, so that later ones could proceed. */
  cancelled_by?: string[] | undefined;
}

/** The price of a native coin at a time, and its source. */
export interface AssetPrice {
  asset: string;
  usd: number;
  as_of: string;
  source: string;
}

export interface TransactionsTable {
  org_id: string;
  environment: string;
  id: string;
  kind: TransactionKind;
  contract_id: string;
  version: string;
  network: string;
  chain_id: number;
  simulated: boolean;
  status: TransactionStatus;
  live: boolean;
  function: string;
  args: Json<unknown[]>;
  from_address: string;
  to_address: string | null;
  value_wei: Wei;
  gas_limit: number | null;
  nonce: number | null;
  gas_price_wei: Wei | null;
  max_fee_wei: Wei | null;
  max_priority_fee_wei: Wei | null;
  raw: Buffer | null;
  transaction_hash: string | null;
  hashes: string[];
  replaced_raws: Generated<Buffer[]>;
  block_number: number | null;
  block_hash: string | null;
  transaction_index: number | null;
  mined_at: Date | null;
  gas_used: number | null;
  effective_gas_price_wei: Wei | null;
  l1_fee_wei: Wei | null;
  cost_wei: Wei | null;
  cost_usd: string | null;
  price: Json<AssetPrice | null> | null;
  confirmations_required: number;
  confirmations: number;
  estimated_cost: Json<EstimatedCost | null> | null;
  estimated_confirmation_at: Date | null;
  error: Json<ChainError | null> | null;
  cancel_requested_at: Date | null;
  cancel_reason: string | null;
  idempotency_key: string | null;
  body_hash: Buffer | null;
  key_id: string | null;
  correlation_id: string | null;
  created_at: Date;
  settled_at: Date | null;
  settled_seq: number | null;
  updated_at: Date;
}

/** The cost in the response to a deployment: the maximum, and the expected one. */
export interface EstimatedCost {
  gas_limit: number;
  gas_price_gwei: number;
  total_eth: number;
  total_usd: number | null;
  expected_gas: number;
  expected_gas_price_gwei: number;
  expected_eth: number;
  expected_usd: number | null;
}

interface WalletsTable {
  id: string;
  network: string;
  chain_id: number;
  address: string;
  org_id: string | null;
  environment: string | null;
  sealed_key: string | null;
  next_nonce: number;
  created_at: Date;
}

interface EmbeddedChainsTable {
  network: string;
  chain_id: number;
  node_id: string | null;
  rpc_url: string | null;
  started_at: Date | null;
}

interface AssetPricesTable {
  asset: string;
  as_of: Date;
  usd: string;
  source: string;
}

interface SpendLimitsTable {
  org_id: string;
  environment: string;
  id: string;
  key_id: string | null;
  per_transaction_usd: string | null;
  per_day_usd: string | null;
  per_transaction_wei: Wei | null;
  per_day_wei: Wei | null;
  created_at: Date;
  updated_at: Date;
}

interface SpendDaysTable {
  org_id: string;
  environment: string;
  key_id: string;
  day: string;
  usd: string;
  wei: Wei;
}

export interface ContractTables {
  contracts: ContractsTable;
  contract_versions: ContractVersionsTable;
  contract_rollbacks: ContractRollbacksTable;
  transactions: TransactionsTable;
  wallets: WalletsTable;
  embedded_chains: EmbeddedChainsTable;
  asset_prices: AssetPricesTable;
  spend_limits: SpendLimitsTable;
  spend_days: SpendDaysTable;
}

/** The database, or a transaction. */
export type ContractsDatabase = Kysely<ContractTables>;
export type ContractsTransaction = Transaction<ContractTables>;

/** The owner of records: every query takes it. */
export interface Owner {
  orgId: string;
  environment: string;
}
