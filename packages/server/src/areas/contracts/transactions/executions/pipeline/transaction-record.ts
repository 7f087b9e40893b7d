import type { Address, Hex } from 'viem';
import { column, defineTable, type NewRowOf, type RowOf } from '../../../../../kit/db/index.ts';
import type { Fees } from '../../../chains/signers/sign-transaction.ts';
import type {
  AssetPrice,
  ChainError,
  EstimatedCost,
  TransactionKind,
  TransactionStatus,
} from '../../../terms/contract-tables.ts';

/** Deployments and executions with their transactions. Wei and money are text: a double cannot hold them. */
export const transactions = defineTable('transactions', {
  orgId: column.uuid(),
  environment: column.text(),
  id: column.uuid(),
  kind: column.text<TransactionKind>(),
  contractId: column.uuid(),
  version: column.text(),
  network: column.text(),
  chainId: column.integer(),
  simulated: column.boolean(),
  status: column.text<TransactionStatus>(),
  live: column.boolean(),
  function: column.text(),
  args: column.json<unknown[]>(),
  from: column.text<Address>().named('from_address'),
  to: column.text<Address>().orNull().named('to_address'),
  valueWei: column.decimal(),
  gasLimit: column.integer().orNull(),
  nonce: column.integer().orNull(),
  gasPriceWei: column.decimal().orNull(),
  maxFeeWei: column.decimal().orNull(),
  maxPriorityFeeWei: column.decimal().orNull(),
  raw: column.bytes().orNull(),
  transactionHash: column.text<Hex>().orNull(),
  hashes: column.textArray<Hex>(),
  replacedRaws: column.bytesArray().filled(),
  blockNumber: column.integer().orNull().filled(),
  blockHash: column.text<Hex>().orNull().filled(),
  transactionIndex: column.integer().orNull().filled(),
  minedAt: column.timestamp().orNull().filled(),
  gasUsed: column.integer().orNull().filled(),
  effectiveGasPriceWei: column.decimal().orNull().filled(),
  l1FeeWei: column.decimal().orNull().filled(),
  costWei: column.decimal().orNull().filled(),
  costUsd: column.decimal().orNull().filled(),
  price: column.json<AssetPrice>().orNull(),
  confirmationsRequired: column.integer(),
  confirmations: column.integer(),
  estimatedCost: column.json<EstimatedCost>().orNull(),
  estimatedConfirmationAt: column.timestamp().orNull(),
  error: column.json<ChainError>().orNull(),
  cancelRequestedAt: column.timestamp().orNull().filled(),
  cancelReason: column.text().orNull().filled(),
  idempotencyKey: column.text().orNull(),
  bodyHash: column.bytes().orNull(),
  keyId: column.uuid().orNull(),
  correlationId: column.text().orNull(),
  createdAt: column.timestamp(),
  settledAt: column.timestamp().orNull(),
  settledSeq: column.integer().orNull(),
});

export const newTransactions = defineTable('transactions', {
  ...transactions.fields,
  updatedAt: column.timestamp(),
});

export type TransactionRow = RowOf<typeof transactions>;

/** Replaces columns in a record: exact numbers, and bytes as hex. */
interface Exact {
  valueWei: bigint;
  fees: Fees | null;
  /** The first fees, if a replacement raised them since this node has watched. */
  firstFees?: Fees | undefined;
  raw: Hex | null;
  /** Signed before `raw`, in the same order as their hashes. */
  replacedRaws: Hex[];
  effectiveGasPriceWei: bigint | null;
  l1FeeWei: bigint | null;
  costWei: bigint | null;
  costUsd: number | null;
}

type FeeColumn = 'gasPriceWei' | 'maxFeeWei' | 'maxPriorityFeeWei';

/** A deployment or execution with its transaction. */
export interface TransactionRecord extends Omit<TransactionRow, keyof Exact | FeeColumn>, Exact {}

/** A signed one: there is something to send, and to replace. */
export interface SignedRecord extends TransactionRecord {
  to: Address;
  nonce: number;
  gasLimit: number;
  fees: Fees;
  raw: Hex;
  transactionHash: Hex;
}

export function isSigned(record: TransactionRecord): record is SignedRecord {
  const { to, nonce, gasLimit, fees, raw, transactionHash } = record;
  return [to, nonce, gasLimit, fees, raw, transactionHash].every((part) => part !== null);
}

/** Every live record is signed; throws for one that is not. */
export function signed(record: TransactionRecord): SignedRecord {
  if (isSigned(record)) return record;
  throw new Error(`${record.kind} ${record.id} is not signed`);
}

/** A settled one, with its place in the settling order. */
export interface SettledRecord extends TransactionRecord {
  settledAt: Date;
  settledSeq: number;
}

export function isSettled(record: TransactionRecord): record is SettledRecord {
  return record.settledAt !== null && record.settledSeq !== null;
}

export function toRecord(row: TransactionRow): TransactionRecord {
  const { gasPriceWei, maxFeeWei, maxPriorityFeeWei, ...record } = row;
  return {
    ...record,
    valueWei: BigInt(row.valueWei),
    fees: feesOf({ gasPriceWei, maxFeeWei, maxPriorityFeeWei }),
    raw: row.raw && toHex(row.raw),
    replacedRaws: row.replacedRaws.map(toHex),
    effectiveGasPriceWei: toBigInt(row.effectiveGasPriceWei),
    l1FeeWei: toBigInt(row.l1FeeWei),
    costWei: toBigInt(row.costWei),
    costUsd: row.costUsd === null ? null : Number(row.costUsd),
  };
}

/** A record's row on insert. */
export function toNewRow(record: TransactionRecord, updatedAt: Date): NewRowOf<typeof newTransactions> {
  return {
    ...record,
    valueWei: String(record.valueWei),
    ...feesToColumns(record.fees),
    raw: record.raw && toBytes(record.raw),
    updatedAt,
  };
}

function toHex(bytes: Buffer): Hex {
  return `0x${bytes.toString('hex')}`;
}

export function toBytes(hex: Hex): Buffer {
  return Buffer.from(hex.slice(2), 'hex');
}

/** The signed transaction with this hash; the last sent if there is none. */
export function rawOf({ hashes, raw, replacedRaws }: SignedRecord, hash: Hex): Hex {
  return replacedRaws[hashes.indexOf(hash)] ?? raw;
}

function feesOf({ gasPriceWei, maxFeeWei, maxPriorityFeeWei }: Pick<TransactionRow, FeeColumn>): Fees | null {
  if (gasPriceWei !== null) return { type: 'legacy', gasPrice: BigInt(gasPriceWei) };
  if (maxFeeWei === null) return null;
  return {
    type: 'eip1559',
    maxFeePerGas: BigInt(maxFeeWei),
    maxPriorityFeePerGas: BigInt(maxPriorityFeeWei ?? '0'),
  };
}

function toBigInt(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}

/** The database columns of fees. */
export function feesToColumns(fees: Fees | null): Pick<TransactionRow, FeeColumn> {
  return {
    gasPriceWei: fees?.type === 'legacy' ? String(fees.gasPrice) : null,
    maxFeeWei: fees?.type === 'eip1559' ? String(fees.maxFeePerGas) : null,
    maxPriorityFeeWei: fees?.type === 'eip1559' ? String(fees.maxPriorityFeePerGas) : null,
  };
}
