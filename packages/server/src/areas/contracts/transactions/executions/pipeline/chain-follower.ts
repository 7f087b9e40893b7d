import type { Clock } from '../../../../../kit/clock.ts';
import type { Chain, Receipt } from '../../../chains/chain/chain.ts';
import type { Network } from '../../../chains/networks/network.ts';
import type { FeeOracle } from '../costs/fee-oracle.ts';
import type { BlockSeen } from '../execution-ports.ts';
import { BlockReader } from './block-reader.ts';
import { KnownBlocks } from './known-blocks.ts';
import { type LiveTransaction, LiveTransactions } from './live-transactions.ts';
import type { Verdict } from './settle-transactions.ts';
import type { MinedState } from './transaction.repository.ts';
import type { SignedRecord, TransactionRecord } from './transaction-record.ts';
import { RESEND_BATCH, type ReplacePorts, TransactionTender } from './transaction-tender.ts';
import { Turns } from './turns.ts';

export interface ChainFollowerOptions extends ReplacePorts {
  network: Network;
  clock: Clock;
  fees: FeeOracle;
  /** False while another node watches: then transactions are only sent. */
  isLeader(): boolean;
  /** Whether other nodes create transactions too. */
  hasPeers(): boolean;
  /** The network's live transactions from the database, of all nodes: all, or those created since a time. */
  loadLive(since: Date | undefined): Promise<SignedRecord[]>;
  noteMined(states: readonly MinedState[]): Promise<void>;
  settle(verdicts: readonly Verdict[]): Promise<void>;
  /** Why a mined transaction failed. */
  explain(chain: Chain, record: SignedRecord, receipt: Receipt): Promise<Verdict['error']>;
  onBlock(block: BlockSeen): void;
  onError(error: unknown): void;
}

const REST_SHARE = 0.7;
const WATCH_SHARE = 0.2;
const MIN_POLL_MS = 20;
const MAX_POLL_MS = 2_000;
const IDLE_MS = 250;
/** How often older transactions and those of other nodes are looked for. */
const SCAN_EVERY_MS = 1_000;
/** Longer than any commit takes. */
const SCAN_BACK_MS = 60_000;
const MAX_SETTLE = 500;

/**
 * Watches one network for its live transactions: polls the head, reads receipts by block, counts
 * confirmations, handles replaced blocks, and transactions that a node lost or that offer too little.
 */
export class ChainFollower {
  readonly #options: ChainFollowerOptions;
  readonly #live = new LiveTransactions();
  readonly #blocks = new KnownBlocks();
  readonly #turns: Turns;
  readonly #tender: TransactionTender;
  readonly #reader: BlockReader;
  #toSend: LiveTransaction[] = [];
  #sending: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | undefined;
  #isStopped = false;
  #isLoaded = false;
  #sawBlock = false;
  #scannedAt = Number.NEGATIVE_INFINITY;
  /** Blocks are only polled while transactions are pending. */
  #isHeadFresh = false;

  constructor(options: ChainFollowerOptions) {
    this.#options = options;
    this.#turns = new Turns(options.network.blockTimeMs);
    this.#tender = new TransactionTender({
      ...options,
      live: this.#live,
      head: () => this.headNumber,
      isHeadFresh: () => this.#isHeadFresh,
      turns: this.#turns,
      reconcile: (chain, transactions) => this.#reader.reconcile(chain, transactions),
    });
    this.#reader = new BlockReader({
      network: options.network.name,
      clock: options.clock,
      live: this.#live,
      blocks: this.#blocks,
      turns: this.#turns,
      noteMined: options.noteMined,
      resend: (chain, transactions) => this.#tender.resend(chain, transactions),
      onBlock: options.onBlock,
    });
  }

  /** Number of the newest block seen; undefined before the first. */
  get headNumber(): number | undefined {
    return this.#blocks.head?.number;
  }

  /** The highest nonce of the account's unmined transactions. */
  highestInFlight(from: string): number | undefined {
    return this.#live.highestUnmined(from);
  }

  hasInFlightUpTo(from: string, nonce: number): boolean {
    return this.#live.hasUnminedUpTo(from, nonce);
  }

  /** The number of live transactions. */
  get size(): number {
    return this.#live.size;
  }

  /** Sends transactions that were just committed, and watches them. */
  watch(records: readonly SignedRecord[]): void {
    if (this.#live.size === 0) this.#isHeadFresh = false;
    for (const record of records) {
      const added = this.#live.add(record);
      if (added !== undefined) this.#toSend.push(added);
    }
    this.#sending ??= this.#sendAll();
    this.#schedule(this.#pollMs());
  }

  /** Replaces a transaction by an empty one, if it is not too late. */
  cancel(record: TransactionRecord): void {
    this.#live.noteCancellation(record);
    this.#schedule(0);
  }

  /** Starts from the state of the database: after a start, an election, or another node's death. */
  reload(): void {
    this.#isLoaded = false;
    this.#schedule(0);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#sending;
    await this.#ticking;
  }

  /** Right after a block the next one is not due yet; later it may come at any moment. */
  #pollMs(): number {
    const share = this.#sawBlock ? REST_SHARE : WATCH_SHARE;
    return Math.min(Math.max(this.#options.network.blockTimeMs * share, MIN_POLL_MS), MAX_POLL_MS);
  }

  #schedule(delayMs: number): void {
    if (this.#isStopped || this.#ticking !== undefined) return;
    if (this.#timer !== undefined && delayMs > 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#ticking = this.#tick()
        .catch(this.#options.onError)
        .then(() => {
          this.#ticking = undefined;
          if (this.#live.size > 0 || !this.#isLoaded)
            this.#schedule(this.#isLoaded ? this.#pollMs() : IDLE_MS);
        });
    }, delayMs).unref();
  }

  async #sendAll(): Promise<void> {
    // Transactions accepted in the same turn are sent together.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      const chain = await this.#options.network.open();
      while (this.#toSend.length > 0) await this.#tender.send(chain, this.#toSend.splice(0, RESEND_BATCH));
    } catch (error) {
      // They stay live: the next blocks will show that they are missing.
      this.#toSend = [];
      this.#options.onError(error);
    } finally {
      this.#sending = undefined;
    }
  }

  async #tick(): Promise<void> {
    const { network, isLeader } = this.#options;
    if (!isLeader()) {
      // Another node watches them.
      this.#live.clear();
      this.#isLoaded = true;
      return;
    }
    await this.#scan();
    if (this.#live.size === 0) return;
    const chain = await network.open();
    const latest = await chain.latestBlock();
    this.#options.fees.note(network.name, latest);
    const isNew = latest.hash !== this.#blocks.head?.hash;
    if (isNew || !this.#isHeadFresh) this.#turns.restart();
    this.#isHeadFresh = true;
    this.#sawBlock = isNew;
    if (isNew) await this.#reader.advance(chain, latest);
    const verdicts = await this.#verdicts(chain);
    for (let at = 0; at < verdicts.length; at += MAX_SETTLE) {
      const part = verdicts.slice(at, at + MAX_SETTLE);
      await this.#options.settle(part);
      for (const { record } of part) this.#live.remove(record.id, record.environment);
    }
    if (isNew || this.#turns.passQuiet()) await this.#tender.tend(chain);
    await this.#tender.cancelRequested(chain);
  }

  /** Finds live transactions that other nodes created, or this node before its start. */
  async #scan(): Promise<void> {
    const now = performance.now();
    const isFirst = !this.#isLoaded;
    // Without peers, this node knows all transactions it created.
    if (!isFirst && (now - this.#scannedAt < SCAN_EVERY_MS || !this.#options.hasPeers())) return;
    this.#scannedAt = now;
    const since = isFirst ? undefined : new Date(this.#options.clock.now() - SCAN_BACK_MS);
    const records = await this.#options.loadLive(since);
    if (this.#live.size === 0) this.#isHeadFresh = false;
    const found = records.flatMap((record) => this.#live.add(record) ?? []);
    this.#isLoaded = true;
    if (found.length === 0) return;
    const chain = await this.#options.network.open();
    if (isFirst && this.#blocks.head === undefined) this.#blocks.reset(await chain.latestBlock());
    await this.#reader.reconcile(chain, found);
    await this.#tender.resend(chain, this.#live.unmined(found));
  }

  /** Transactions with the required confirmations, in blocks that are still on the chain. */
  async #verdicts(chain: Chain): Promise<Verdict[]> {
    const head = this.headNumber;
    if (head === undefined) return [];
    const verdicts = this.#live.gone().map(droppedVerdict);
    const ripe = this.#live.ripe(head);
    if (ripe.length === 0) return verdicts;
    const unknown = new Set(
      ripe.map(({ receipt }) => receipt.blockNumber).filter((number) => !this.#blocks.knows(number)),
    );
    for (const block of await chain.blocks([...unknown])) if (block !== null) this.#blocks.note(block);
    const lost: LiveTransaction[] = [];
    for (const { transaction, receipt, at } of ripe) {
      if (this.#blocks.hashOf(receipt.blockNumber) !== receipt.blockHash) {
        lost.push(transaction);
        continue;
      }
      const error = await this.#errorOf(chain, transaction.record, receipt);
      const confirmations = head - receipt.blockNumber + 1;
      verdicts.push({ record: transaction.record, receipt, minedAt: at, confirmations, error });
    }
    if (lost.length > 0) await this.#reader.reconcile(chain, lost);
    return verdicts;
  }

  async #errorOf(chain: Chain, record: SignedRecord, receipt: Receipt): Promise<Verdict['error']> {
    if (record.error?.cancelled_by?.includes(receipt.transactionHash)) {
      return { ...record.error, gas_used: receipt.gasUsed };
    }
    return receipt.succeeded ? null : this.#options.explain(chain, record, receipt);
  }
}

function droppedVerdict({ record }: LiveTransaction): Verdict {
  return {
    record,
    receipt: null,
    minedAt: null,
    confirmations: 0,
    error: {
      type: 'dropped',
      reason: 'Another transaction of the same account took its nonce, so it can never be mined.',
      gas_used: 0,
    },
  };
}
