import type { Hex } from 'viem';
import type { Receipt, SendOutcome } from '../../../chains/chain/chain.ts';
import type { SignedRecord, TransactionRecord } from './transaction-record.ts';

interface Mined {
  receipt: Receipt;
  at: Date;
}

/** A transaction that the chain is watched for. */
export interface LiveTransaction {
  record: SignedRecord;
  /** Its receipt while it is on the chain. */
  mined: Mined | undefined;
  outcome: SendOutcome['kind'] | undefined;
  /** The head when it was first sent, and the turn when it was last sent. */
  firstSentAtBlock: number | undefined;
  sentAtTurn: number | undefined;
  bumpedAtTurn: number | undefined;
  /** How often in a row a node rejected it for its content. */
  refusals: number;
  refusal: string;
  /** The turn of the last attempt to replace it by an empty one. */
  cancelTriedAtTurn: number | undefined;
  /** The turn since which its nonce is used by a transaction that is not its own. */
  passedSinceTurn: number | undefined;
  isGone: boolean;
}

/** One with all its confirmations. */
export interface RipeTransaction extends Mined {
  transaction: LiveTransaction;
}

interface Account {
  /** By nonce. */
  transactions: Map<number, LiveTransaction>;
  /** The block of the last receipt, and the turn when it was read. */
  progressedAtBlock: number | undefined;
  progressedAtTurn: number | undefined;
  unmined: number;
}

/** The live transactions of a network, by hash and by account. */
export class LiveTransactions {
  readonly #byId = new Map<string, LiveTransaction>();
  readonly #byHash = new Map<Hex, LiveTransaction>();
  readonly #accounts = new Map<string, Account>();
  readonly #mined = new Map<LiveTransaction, Mined>();
  readonly #toCancel = new Set<LiveTransaction>();

  get size(): number {
    return this.#byId.size;
  }

  /** Undefined if already known; then new signatures and cancellation requests of other nodes are merged. */
  add(record: SignedRecord): LiveTransaction | undefined {
    const key = keyOf(record.id, record.environment);
    const known = this.#byId.get(key);
    if (known !== undefined) {
      if (record.hashes.length > known.record.hashes.length) this.replace(known, record);
      this.noteCancellation(record);
      return undefined;
    }
    const transaction: LiveTransaction = {
      record,
      mined: undefined,
      outcome: undefined,
      firstSentAtBlock: undefined,
      sentAtTurn: undefined,
      bumpedAtTurn: undefined,
      refusals: 0,
      refusal: '',
      cancelTriedAtTurn: undefined,
      passedSinceTurn: undefined,
      isGone: false,
    };
    this.#byId.set(key, transaction);
    for (const hash of record.hashes) this.#byHash.set(hash, transaction);
    const account = this.#accountOf(record.from);
    account.transactions.set(record.nonce, transaction);
    account.unmined++;
    if (record.cancelRequestedAt !== null) this.#toCancel.add(transaction);
    return transaction;
  }

  remove(id: string, environment: string): void {
    const transaction = this.#byId.get(keyOf(id, environment));
    if (transaction === undefined) return;
    const { record } = transaction;
    this.#byId.delete(keyOf(id, environment));
    for (const hash of record.hashes) this.#byHash.delete(hash);
    const account = this.#accountOf(record.from);
    account.transactions.delete(record.nonce);
    if (transaction.mined === undefined) account.unmined--;
    this.#mined.delete(transaction);
    this.#toCancel.delete(transaction);
    if (account.transactions.size === 0) this.#accounts.delete(record.from);
  }

  clear(): void {
    this.#byId.clear();
    this.#byHash.clear();
    this.#accounts.clear();
    this.#mined.clear();
    this.#toCancel.clear();
  }

  all(): LiveTransaction[] {
    return [...this.#byId.values()];
  }

  byHash(hash: Hex): LiveTransaction | undefined {
    return this.#byHash.get(hash);
  }

  /** The highest nonce of an account's unmined transactions; undefined if there are none. */
  highestUnmined(from: string): number | undefined {
    return this.#unminedNonces(from).reduce<number | undefined>(
      (highest, nonce) => (highest === undefined || nonce > highest ? nonce : highest),
      undefined,
    );
  }

  hasUnminedUpTo(from: string, nonce: number): boolean {
    return this.#unminedNonces(from).some((one) => one <= nonce);
  }

  #unminedNonces(from: string): number[] {
    const account = this.#accounts.get(from);
    if (account === undefined || account.unmined === 0) return [];
    return [...account.transactions.values()].flatMap(({ mined, record }) =>
      mined === undefined ? record.nonce : [],
    );
  }

  setMined(transaction: LiveTransaction, receipt: Receipt, at: Date, turn: number): void {
    const account = this.#accountOf(transaction.record.from);
    if (transaction.mined === undefined) account.unmined--;
    const mined = { receipt, at };
    transaction.mined = mined;
    transaction.passedSinceTurn = undefined;
    account.progressedAtBlock = Math.max(account.progressedAtBlock ?? 0, receipt.blockNumber);
    account.progressedAtTurn = turn;
    this.#mined.set(transaction, mined);
  }

  setUnmined(transaction: LiveTransaction): void {
    if (transaction.mined === undefined) return;
    const account = this.#accountOf(transaction.record.from);
    account.unmined++;
    account.progressedAtBlock = undefined;
    account.progressedAtTurn = undefined;
    transaction.mined = undefined;
    this.#mined.delete(transaction);
  }

  /** The record of a replacement, which may be older than a cancellation request. */
  replace(transaction: LiveTransaction, record: SignedRecord): void {
    const { cancelRequestedAt, cancelReason } = transaction.record;
    transaction.record = cancelRequestedAt === null ? record : { ...record, cancelRequestedAt, cancelReason };
    transaction.outcome = undefined;
    for (const hash of record.hashes) this.#byHash.set(hash, transaction);
  }

  /** Records a cancellation request; does nothing if the transaction is unknown here. */
  noteCancellation({ id, environment, cancelRequestedAt, cancelReason }: TransactionRecord): void {
    const known = this.#byId.get(keyOf(id, environment));
    if (known === undefined || cancelRequestedAt === null) return;
    known.record = { ...known.record, cancelRequestedAt, cancelReason };
    this.#toCancel.add(known);
  }

  /** Unmined transactions to cancel, for which no empty transaction is signed yet. */
  toCancel(): LiveTransaction[] {
    return [...this.#toCancel].filter(
      ({ mined, record }) => mined === undefined && record.error?.cancelled_by === undefined,
    );
  }

  minedAfter(number: number): LiveTransaction[] {
    return [...this.#mined].flatMap(([transaction, { receipt }]) =>
      receipt.blockNumber > number ? [transaction] : [],
    );
  }

  /** Mined, with all confirmations, in chain order. */
  ripe(head: number): RipeTransaction[] {
    return [...this.#mined]
      .map(([transaction, mined]) => ({ transaction, ...mined }))
      .filter(
        ({ transaction, receipt }) =>
          head - receipt.blockNumber + 1 >= transaction.record.confirmationsRequired,
      )
      .sort(
        ({ receipt: a }, { receipt: b }) =>
          a.blockNumber - b.blockNumber || a.transactionIndex - b.transactionIndex,
      );
  }

  /** The unmined ones of these, lowest nonce first. */
  unmined(transactions: readonly LiveTransaction[]): LiveTransaction[] {
    return transactions
      .filter(({ mined }) => mined === undefined)
      .sort((a, b) => a.record.nonce - b.record.nonce);
  }

  gone(): LiveTransaction[] {
    return this.all().filter(({ isGone }) => isGone);
  }

  /** Unmined transactions of accounts without any mined one in the last turns, lowest nonce first. */
  stalled(head: number, turn: number, turns: number): LiveTransaction[] {
    const stalled: LiveTransaction[] = [];
    for (const account of this.#accounts.values()) {
      if (account.unmined === 0) continue;
      const first = firstUnmined(account.transactions.values());
      if (first === undefined) continue;
      first.firstSentAtBlock ??= head;
      first.sentAtTurn ??= turn;
      const since = Math.max(account.progressedAtTurn ?? 0, first.sentAtTurn);
      if (turn - since >= turns) stalled.push(...this.unmined([...account.transactions.values()]));
    }
    return stalled;
  }

  /** Blocks since the account's last receipt, or since the transaction was first sent. */
  blocksWaited({ record, firstSentAtBlock }: LiveTransaction, head: number): number {
    const account = this.#accounts.get(record.from);
    return head - Math.max(account?.progressedAtBlock ?? 0, firstSentAtBlock ?? head);
  }

  #accountOf(from: string): Account {
    let account = this.#accounts.get(from);
    if (account === undefined) {
      account = {
        transactions: new Map(),
        progressedAtBlock: undefined,
        progressedAtTurn: undefined,
        unmined: 0,
      };
      this.#accounts.set(from, account);
    }
    return account;
  }
}

function firstUnmined(transactions: Iterable<LiveTransaction>): LiveTransaction | undefined {
  let first: LiveTransaction | undefined;
  for (const one of transactions) {
    if (one.mined === undefined && (first === undefined || one.record.nonce < first.record.nonce))
      first = one;
  }
  return first;
}

function keyOf(id: string, environment: string): string {
  return `${environment} ${id}`;
}
