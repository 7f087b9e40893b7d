import type { Address, Hex } from 'viem';
import { getContractAddress } from 'viem/utils';
import { AppError } from '../../../../../kit/errors/index.ts';
import { required } from '../../../../../kit/required.ts';
import { NetworkUnavailableError } from '../../../chains/chain/network-unavailable.ts';
import type { Network } from '../../../chains/networks/network.ts';
import { type Fees, signTransaction } from '../../../chains/signers/sign-transaction.ts';
import { lockWallet } from '../../../chains/wallets/wallet.repository.ts';
import type { Wallet } from '../../../chains/wallets/wallet-directory.ts';
import type {
  AssetPrice,
  ChainError,
  ContractsTransaction,
  EstimatedCost,
  Owner,
  TransactionKind,
} from '../../../terms/contract-tables.ts';
import { toUsd } from '../costs/amounts.ts';
import { highestPrice } from '../costs/fee-oracle.ts';
import { SpendGuard } from '../costs/spend-guard.ts';
import { settledEvent, startedEvent } from './facts.ts';
import { takeSettledSeqs } from './settlement.repository.ts';
import { findByKeys, insertTransactions } from './transaction.repository.ts';
import { isSigned, type SignedRecord, type TransactionRecord } from './transaction-record.ts';

/** A checked transaction without nonce and signature. */
export interface PreparedTransaction extends Owner {
  id: string;
  kind: TransactionKind;
  contractId: string;
  version: string;
  network: Network;
  wallet: Wallet;
  function: string;
  args: unknown[];
  /** Absent for a deployment. */
  to: Address | undefined;
  data: Hex;
  valueWei: bigint;
  gasLimit: number;
  fees: Fees;
  price: AssetPrice | null;
  confirmationsRequired: number;
  estimatedCost: EstimatedCost | null;
  /** Predicted by the simulation: it is recorded as failed, and nothing is sent. */
  predictedFailure: ChainError | undefined;
  idempotencyKey: string | null;
  bodyHash: Buffer | null;
  keyId: string | null;
  correlationId: string | null;
}

export type AcceptOutcome =
  | { kind: 'accepted' | 'repeated'; record: TransactionRecord }
  | { kind: 'refused'; error: AppError };

/** One that failed before sending: it is final before it has a place in the settling order. */
interface FailedRecord extends TransactionRecord {
  status: 'failed';
  settledAt: Date;
  error: ChainError;
}

/** The transactions of one wallet that are committed together. */
export class TransactionBatch {
  readonly outcomes: AcceptOutcome[] = [];
  readonly #tx: ContractsTransaction;
  readonly #now: Date;
  readonly #wallet: Wallet;
  readonly #byKey: Map<string, TransactionRecord>;
  readonly #guards = new Map<string, SpendGuard>();
  readonly #records: (SignedRecord | FailedRecord)[] = [];
  /** Whether anybody has a spend limit. */
  readonly #hasLimits: boolean;
  #nonce: number;

  private constructor(
    tx: ContractsTransaction,
    now: Date,
    wallet: Wallet,
    nonce: number,
    hasLimits: boolean,
    byKey: Map<string, TransactionRecord>,
  ) {
    this.#tx = tx;
    this.#now = now;
    this.#wallet = wallet;
    this.#nonce = nonce;
    this.#hasLimits = hasLimits;
    this.#byKey = byKey;
  }

  /**
   *
   * @param items All of this wallet.
   */
  static async open(
    tx: ContractsTransaction,
    wallet: Wallet,
    items: readonly PreparedTransaction[],
    now: Date,
  ): Promise<TransactionBatch> {
    const { nextNonce, hasLimits } = await lockWallet(tx, wallet.id);
    // Under the lock, transactions that another node stored with a key are visible.
    const keyed = items.flatMap(({ orgId, environment, idempotencyKey }) =>
      idempotencyKey === null ? [] : [{ orgId, environment, idempotencyKey }],
    );
    const found = await findByKeys(tx, keyed);
    const byKey = new Map(
      found.flatMap((record) => {
        const key = keyOf(record);
        return key === undefined ? [] : [[key, record] as const];
      }),
    );
    const batch = new TransactionBatch(tx, now, wallet, nextNonce, hasLimits, byKey);
    await batch.#openGuards(items);
    return batch;
  }

  get events() {
    return this.#records.flatMap((record) => {
      if (!isSigned(record)) return [settledEvent(record)];
      return record.kind === 'execution' ? [startedEvent(record)] : [];
    });
  }

  async add(item: PreparedTransaction): Promise<void> {
    const key = keyOf(item);
    const earlier = key === undefined ? undefined : this.#byKey.get(key);
    if (earlier !== undefined) {
      this.outcomes.push(repeated(earlier, item.bodyHash));
      return;
    }
    const { predictedFailure } = item;
    const record =
      predictedFailure === undefined ? await this.#sign(item) : this.#failed(item, predictedFailure);
    if (record instanceof AppError) {
      this.outcomes.push({ kind: 'refused', error: record });
      return;
    }
    this.#records.push(record);
    if (key !== undefined) this.#byKey.set(key, record);
    this.outcomes.push({ kind: 'accepted', record });
  }

  async write(): Promise<void> {
    if (this.#records.length === 0) return;
    const failed = this.#records.filter((record) => !record.live);
    const seqs = failed.length === 0 ? [] : await takeSettledSeqs(this.#tx, failed.length);
    failed.forEach((record, i) => {
      record.settledSeq = required(seqs[i], 'a place in the order of settling');
    });
    const wallet = { id: this.#wallet.id, nextNonce: this.#nonce };
    const spending = [...this.#guards.values()].flatMap(({ changes }) => changes);
    await insertTransactions(this.#tx, this.#records, wallet, spending, this.#now);
  }

  async #sign(item: PreparedTransaction): Promise<SignedRecord | AppError> {
    const guard = required(this.#guards.get(ownerOf(item)), 'the guard of an owner');
    const refusal = guard.take(expenseOf(item));
    if (refusal !== undefined) return refusal;
    const nonce = this.#nonce++;
    const { chainId } = item.network;
    const { data, fees, gasLimit: gas, valueWei: value, to } = item;
    const unsigned = { chainId, nonce, to, data, value, gas, fees };
    const { raw, hash } = await signTransaction(unsigned, this.#wallet.signer).catch((error) => {
      const message = `The signer of \`${item.network.name}\` does not answer. Try again in a moment.`;
      throw new NetworkUnavailableError(item.network.name, error, message);
    });
    const address = to ?? getContractAddress({ from: this.#wallet.address, nonce: BigInt(nonce) });
    return {
      ...this.#recordOf(item),
      status: 'pending',
      live: true,
      gasLimit: gas,
      fees,
      to: address,
      nonce,
      raw,
      transactionHash: hash,
      hashes: [hash],
    };
  }

  #failed(item: PreparedTransaction, error: ChainError): FailedRecord {
    return { ...this.#recordOf(item), status: 'failed', settledAt: this.#now, error };
  }

  /** In the same order as in batches of other wallets, so that they wait for each other's locks, not forever. */
  async #openGuards(items: readonly PreparedTransaction[]): Promise<void> {
    const owners = new Map(items.map((item) => [ownerOf(item), item]));
    for (const [key, owner] of [...owners].sort(([a], [b]) => (a < b ? -1 : 1)))
      this.#guards.set(key, await SpendGuard.open(this.#tx, owner, this.#now, this.#hasLimits));
  }

  #recordOf(item: PreparedTransaction): TransactionRecord {
    const { network, wallet, data: _data, predictedFailure: _failure, ...given } = item;
    return {
      ...nothingYet,
      ...given,
      network: network.name,
      chainId: network.chainId,
      simulated: network.simulated,
      from: wallet.address,
      to: item.to ?? null,
      hashes: [],
      replacedRaws: [],
      // Mined in the next block; each further confirmation takes one more.
      estimatedConfirmationAt: new Date(
        this.#now.getTime() + network.blockTimeMs * item.confirmationsRequired,
      ),
      createdAt: this.#now,
    };
  }
}

/** Fields that are only known once a transaction is signed, mined or settled. */
const nothingYet = {
  status: 'failed',
  live: false,
  nonce: null,
  raw: null,
  transactionHash: null,
  blockNumber: null,
  blockHash: null,
  transactionIndex: null,
  minedAt: null,
  gasUsed: null,
  effectiveGasPriceWei: null,
  l1FeeWei: null,
  costWei: null,
  costUsd: null,
  confirmations: 0,
  error: null,
  cancelRequestedAt: null,
  cancelReason: null,
  settledAt: null,
  settledSeq: null,
} as const;

function keyOf({ orgId, environment, idempotencyKey }: Owner & { idempotencyKey: string | null }) {
  return idempotencyKey === null ? undefined : `${orgId} ${environment} ${idempotencyKey}`;
}

function ownerOf({ orgId, environment }: Owner): string {
  return `${orgId} ${environment}`;
}

/** The first response again, or a refusal if the same key has another body. */
export function repeated(earlier: TransactionRecord, bodyHash: Buffer | null): AcceptOutcome {
  const same = earlier.bodyHash !== null && bodyHash !== null && earlier.bodyHash.equals(bodyHash);
  if (same) return { kind: 'repeated', record: earlier };
  const error = new AppError('idempotency_conflict', {
    field: 'idempotency_key',
    message: 'This `idempotency_key` was used with another body. Use a new key for a new execution.',
  });
  return { kind: 'refused', error };
}

function expenseOf({ keyId, gasLimit, fees, valueWei, price }: PreparedTransaction) {
  const wei = BigInt(gasLimit) * highestPrice(fees) + valueWei;
  return { keyId, wei, usd: price === null ? null : toUsd(wei, price.usd) };
}
