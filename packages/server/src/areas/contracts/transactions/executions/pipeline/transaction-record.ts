import type { Selectable } from 'kysely';
import type { Address, Hex } from 'viem';
import type { Fees } from '../../../chains/signers/sign-transaction.ts';
import type {
  AssetPrice,
  ChainError,
  EstimatedCost,
  Owner,
  TransactionKind,
  TransactionStatus,
  TransactionsTable,
} from '../../../terms/contract-tables.ts';

/** A deployment or execution with its transaction, as it is stored. */
export interface TransactionRecord extends Owner {
  id: string;
  kind: TransactionKind;
  contractId: string;
  version: string;
  network: string;
  chainId: number;
  simulated: boolean;
  status: TransactionStatus;
  live: boolean;
  function: string;
  args: unknown[];
  from: Address;
  to: Address | null;
  valueWei: bigint;
  gasLimit: number | null;
  nonce: number | null;
  fees: Fees | null;
  /** Of the first one, when a replacement raised them since this node has watched. */
  firstFees?: Fees | undefined;
  raw: Hex | null;
  transactionHash: Hex | null;
  hashes: Hex[];
  /** Signed before `raw`, in the order of their hashes. */
  replacedRaws: Hex[];
  blockNumber: number | null;
  blockHash: Hex | null;
  transactionIndex: number | null;
  minedAt: Date | null;
  gasUsed: number | null;
  effectiveGasPriceWei: bigint | null;
  l1FeeWei: bigint | null;
  costWei: bigint | null;
  costUsd: number | null;
  price: AssetPrice | null;
  confirmationsRequired: number;
  confirmations: number;
  estimatedCost: EstimatedCost | null;
  estimatedConfirmationAt: Date | null;
  error: ChainError | null;
  cancelRequestedAt: Date | null;
  cancelReason: string | null;
  idempotencyKey: string | null;
  bodyHash: Buffer | null;
  keyId: string | null;
  correlationId: string | null;
  createdAt: Date;
  settledAt: Date | null;
  settledSeq: number | null;
}

export type TransactionRow = Selectable<TransactionsTable>;

export function toRecord(row: TransactionRow): TransactionRecord {
  return {
    orgId: row.org_id,
    environment: row.environment,
    id: row.id,
    kind: row.kind,
    contractId: row.contract_id,
    version: row.version,
    network: row.network,
    chainId: row.chain_id,
    simulated: row.simulated,
    status: row.status,
    live: row.live,
    function: row.function,
    args: row.args,
    from: row.from_address as Address,
    to: row.to_address as Address | null,
    valueWei: BigInt(row.value_wei),
    gasLimit: row.gas_limit,
    nonce: row.nonce,
    fees: feesOf(row),
    raw: row.raw === null ? null : toHex(row.raw),
    transactionHash: row.transaction_hash as Hex | null,
    hashes: row.hashes as Hex[],
    replacedRaws: row.replaced_raws.map(toHex),
    blockNumber: row.block_number,
    blockHash: row.block_hash as Hex | null,
    transactionIndex: row.transaction_index,
    minedAt: row.mined_at,
    gasUsed: row.gas_used,
    effectiveGasPriceWei: toBigInt(row.effective_gas_price_wei),
    l1FeeWei: toBigInt(row.l1_fee_wei),
    costWei: toBigInt(row.cost_wei),
    costUsd: row.cost_usd === null ? null : Number(row.cost_usd),
    price: row.price,
    confirmationsRequired: row.confirmations_required,
    confirmations: row.confirmations,
    estimatedCost: row.estimated_cost,
    estimatedConfirmationAt: row.estimated_confirmation_at,
    error: row.error,
    cancelRequestedAt: row.cancel_requested_at,
    cancelReason: row.cancel_reason,
    idempotencyKey: row.idempotency_key,
    bodyHash: row.body_hash,
    keyId: row.key_id,
    correlationId: row.correlation_id,
    createdAt: row.created_at,
    settledAt: row.settled_at,
    settledSeq: row.settled_seq,
  };
}

function toHex(bytes: Buffer): Hex {
  return `0x${bytes.toString('hex')}`;
}

/** The signed transaction of a hash; what was last sent when there is none of it. */
export function rawOf({ hashes, raw, replacedRaws }: TransactionRecord, hash: Hex | null): Hex {
  return (hash === null ? undefined : replacedRaws[hashes.indexOf(hash)]) ?? raw!;
}

function feesOf(row: TransactionRow): Fees | null {
  if (row.gas_price_wei !== null) return { type: 'legacy', gasPrice: BigInt(row.gas_price_wei) };
  if (row.max_fee_wei === null) return null;
  return {
    type: 'eip1559',
    maxFeePerGas: BigInt(row.max_fee_wei),
    maxPriorityFeePerGas: BigInt(row.max_priority_fee_wei ?? '0'),
  };
}

function toBigInt(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}

/** The columns in which fees are stored. */
export function feeColumns(fees: Fees | null) {
  return {
    gas_price_wei: fees?.type === 'legacy' ? String(fees.gasPrice) : null,
    max_fee_wei: fees?.type === 'eip1559' ? String(fees.maxFeePerGas) : null,
    max_priority_fee_wei: fees?.type === 'eip1559' ? String(fees.maxPriorityFeePerGas) : null,
  };
}

/** A record as JSON that PostgreSQL reads back into a row. */
export function toJsonRow(record: TransactionRecord, updatedAt: Date): object {
  return {
    org_id: record.orgId,
    environment: record.environment,
    id: record.id,
    kind: record.kind,
    contract_id: record.contractId,
    version: record.version,
    network: record.network,
    chain_id: record.chainId,
    simulated: record.simulated,
    status: record.status,
    live: record.live,
    function: record.function,
    args: record.args,
    from_address: record.from,
    to_address: record.to,
    value_wei: String(record.valueWei),
    gas_limit: record.gasLimit,
    nonce: record.nonce,
    ...feeColumns(record.fees),
    raw: record.raw === null ? null : `\\x${record.raw.slice(2)}`,
    transaction_hash: record.transactionHash,
    hashes: record.hashes,
    price: record.price,
    confirmations_required: record.confirmationsRequired,
    confirmations: record.confirmations,
    estimated_cost: record.estimatedCost,
    estimated_confirmation_at: record.estimatedConfirmationAt,
    error: record.error,
    idempotency_key: record.idempotencyKey,
    body_hash: record.bodyHash === null ? null : `\\x${record.bodyHash.toString('hex')}`,
    key_id: record.keyId,
    correlation_id: record.correlationId,
    created_at: record.createdAt,
    settled_at: record.settledAt,
    settled_seq: record.settledSeq,
    updated_at: updatedAt,
  };
}
