import type { Address, Hex } from 'viem';
import type { Chain } from '../../../chains/chain/chain.ts';
import type { Network } from '../../../chains/networks/network.ts';
import type { Fees } from '../../../chains/signers/sign-transaction.ts';
import { type FeeOracle, isAmple, isPayable } from '../costs/fee-oracle.ts';
import { cleanText } from '../reverts/bounded-revert.ts';
import type { LiveTransaction, LiveTransactions } from './live-transactions.ts';
import type { SignedRecord } from './transaction-record.ts';
import type { Turns } from './turns.ts';

export interface ReplacePorts {
  /** Signs and stores a replacement with higher fees; undefined if that is not possible. */
  replace(record: SignedRecord, fees: Fees, cancelReason?: string): Promise<SignedRecord | undefined>;
  raise(record: SignedRecord, chain: Chain): Promise<Fees>;
  /** An account's nonces below this one are used, by its own transactions or by someone else. */
  noteUsed(from: Address, nonce: number): Promise<void>;
  /**
   * The signed bytes of an account's recently settled transactions, from one nonce up to, but excluding,
   * another.
   */
  findSettled(from: Address, firstNonce: number, endNonce: number): Promise<Hex[]>;
}

export interface TransactionTenderOptions extends ReplacePorts {
  network: Network;
  fees: FeeOracle;
  live: LiveTransactions;
  /** Number of the newest block seen. */
  head(): number | undefined;
  /** Whether blocks are being watched; if not, newer ones may have been missed. */
  isHeadFresh(): boolean;
  turns: Turns;
  /** Asks the chain for the outcome of transactions. */
  reconcile(chain: Chain, transactions: readonly LiveTransaction[]): Promise<void>;
  onError(error: unknown): void;
}

export const RESEND_BATCH = 200;
const BUMP_BATCH = 50;
/** Turns without progress after which transactions are sent again, and blocks after which their fees are raised. */
const RESEND_AFTER_TURNS = 2;
const BUMP_AFTER_BLOCKS = 3;
const BUMP_AGAIN_AFTER_TURNS = 3;
/** A node may reject a transaction temporarily; after this many rejections it will never accept it. */
const CANCEL_AFTER_REFUSALS = 5;
/** A nonce that someone else used this many turns ago will not become free again. */
const LOST_AFTER_TURNS = 12;

/** Sends transactions, and handles unmined ones: lost, underpriced, or permanently rejected. */
export class TransactionTender {
  readonly #options: TransactionTenderOptions;
  readonly #live: LiveTransactions;

  constructor(options: TransactionTenderOptions) {
    this.#options = options;
    this.#live = options.live;
  }

  async send(chain: Chain, transactions: readonly LiveTransaction[]): Promise<void> {
    const outcomes = await chain.send(transactions.map(({ record }) => record.raw));
    transactions.forEach((transaction, i) => {
      const outcome = outcomes[i];
      if (outcome === undefined) return;
      // Unknown after an idle period: the next poll starts counting at the block it finds.
      const isFresh = this.#options.isHeadFresh();
      transaction.sentAtTurn = isFresh ? this.#turn() : undefined;
      transaction.firstSentAtBlock ??= isFresh ? this.#head() : undefined;
      transaction.outcome = outcome.kind;
      if (outcome.kind === 'accepted') transaction.refusals = 0;
      if (outcome.kind === 'refused') {
        transaction.refusals += outcome.isFinal ? CANCEL_AFTER_REFUSALS : 1;
        transaction.refusal = outcome.message;
      }
      if ('message' in outcome) {
        this.#options.onError(
          new Error(`${transaction.record.transactionHash} on ${chain.network}: ${outcome.message}`),
        );
      }
    });
  }

  /** Sends lost transactions again, and raises the fees of underpriced ones. */
  async tend(chain: Chain): Promise<void> {
    const [head, turn] = [this.#head(), this.#turn()];
    if (head === undefined || turn === undefined) return;
    const stalled = this.#live.stalled(head, turn, RESEND_AFTER_TURNS);
    if (stalled.length === 0) return;
    const accounts = [...new Set(stalled.map(({ record }) => record.from))];
    const used = await chain.nonces(accounts, 'latest');
    const next = new Map(accounts.map((from, i) => [from, used[i] ?? 0]));
    const nextOf = ({ record }: LiveTransaction) => next.get(record.from) ?? 0;
    await this.#fillGaps(chain, stalled, next);
    const passed = stalled.filter((one) => one.record.nonce < nextOf(one));
    if (passed.length > 0) {
      await this.#options.reconcile(chain, passed);
      for (const one of this.#live.unmined(passed)) {
        if (one.passedSinceTurn === undefined) {
          await this.#options.noteUsed(one.record.from, nextOf(one));
        }
        one.passedSinceTurn ??= turn;
        one.isGone = turn - one.passedSinceTurn >= LOST_AFTER_TURNS;
      }
    }
    const waiting = this.#live.unmined(stalled.filter((one) => one.record.nonce >= nextOf(one)));
    const quote = await this.#options.fees.quote(this.#options.network, chain);
    const cheap = waiting.filter((one, i) => {
      if (!isPayable(one.record.fees, quote.baseFee)) return true;
      if (isAmple(one.record.fees, quote)) return false;
      if (one.outcome === 'underpriced') return true;
      // Of those that are in no pool, or wait for an earlier nonce, the fee is not the reason.
      const isNext = i === 0 && one.outcome === 'accepted' && one.record.nonce === nextOf(one);
      return isNext && this.#live.blocksWaited(one, head) >= BUMP_AFTER_BLOCKS;
    });
    for (const transaction of cheap.slice(0, BUMP_BATCH)) await this.#bump(chain, transaction);
    for (const transaction of waiting.filter(isHopeless)) await this.#giveUp(chain, transaction);
    await this.resend(chain, waiting);
  }

  /**
   * A reorganization deeper than the confirmations removed settled transactions from the chain: until they
   * are back, all later ones of their accounts wait for their nonces.
   */
  async #fillGaps(
    chain: Chain,
    stalled: readonly LiveTransaction[],
    next: ReadonlyMap<Address, number>,
  ): Promise<void> {
    for (const [from, used] of next) {
      const lowest = Math.min(
        ...stalled.filter(({ record }) => record.from === from).map(({ record }) => record.nonce),
      );
      if (lowest <= used) continue;
      const raws = await this.#options.findSettled(from, used, lowest);
      if (raws.length > 0) await chain.send(raws);
    }
  }

  /**
   * Replaces transactions by empty ones where cancellation was requested; once per turn until it succeeds.
   */
  async cancelRequested(chain: Chain): Promise<void> {
    const asked = this.#live
      .toCancel()
      .filter(({ cancelTriedAtTurn: at }) => at === undefined || at !== this.#turn());
    for (const transaction of asked) {
      transaction.cancelTriedAtTurn = this.#turn();
      await this.#cancel(chain, transaction, cancellationOf(transaction.record));
    }
    await this.resend(chain, asked);
  }

  /** No node accepts it, and all later ones of the account wait for it: an empty one takes its nonce. */
  async #giveUp(chain: Chain, transaction: LiveTransaction): Promise<void> {
    const reason = `The network refuses this transaction: ${transaction.refusal}`;
    await this.#cancel(chain, transaction, cleanText(reason, 500));
  }

  async #cancel(chain: Chain, transaction: LiveTransaction, reason: string): Promise<void> {
    const fees = await this.#options.raise(transaction.record, chain);
    const replacement = await this.#options.replace(transaction.record, fees, reason);
    if (replacement === undefined) return;
    this.#live.replace(transaction, replacement);
    transaction.refusals = 0;
  }

  async #bump(chain: Chain, transaction: LiveTransaction): Promise<void> {
    const turn = this.#turn() ?? 0;
    if (turn - (transaction.bumpedAtTurn ?? -BUMP_AGAIN_AFTER_TURNS) < BUMP_AGAIN_AFTER_TURNS) return;
    transaction.bumpedAtTurn = turn;
    const fees = await this.#options.raise(transaction.record, chain);
    const replacement = await this.#options.replace(transaction.record, fees);
    if (replacement !== undefined) this.#live.replace(transaction, replacement);
  }

  /** A limited number at a time: later ones wait for these anyway. */
  async resend(chain: Chain, transactions: readonly LiveTransaction[]): Promise<void> {
    if (transactions.length > 0) await this.send(chain, transactions.slice(0, RESEND_BATCH));
  }

  #head(): number | undefined {
    return this.#options.head();
  }

  #turn(): number | undefined {
    const head = this.#head();
    return head === undefined ? undefined : this.#options.turns.at(head);
  }
}

/** Refused for good, unless it is the empty one already. */
function isHopeless({ refusals, record }: LiveTransaction): boolean {
  return refusals >= CANCEL_AFTER_REFUSALS && record.error?.cancelled_by === undefined;
}

/** The reason in the record of a cancelled execution. */
function cancellationOf({ cancelReason }: SignedRecord): string {
  return cancelReason === null ? 'Cancelled on request.' : `Cancelled on request: ${cancelReason}`;
}
