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

export interface ChainFollowerOptions extends ReplacePorts {
  network: Network;
  clock: Clock;
  fees: FeeOracle;
  /** False while another node watches: then this one only sends transactions. */
  isLeader(): boolean;
  /** Whether other nodes create transactions too. */
  hasPeers(): boolean;
  /** The network's live transactions in the database, from any node: all, or those created since a time. */
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
/** Interval of looking for transactions of other nodes, or from before this one started. */
const SCAN_EVERY_MS = 1_000;
/** Longer than any commit takes. */
const SCAN_BACK_MS = 60_000;
const MAX_SETTLE = 500;

/**
 * Watches a network for all its live transactions: polls the head, reads receipts by block, counts
 * confirmations, detects reorganizations, and finds transactions that a node lost or that offer too little.
 */
export class ChainFollower {
  readonly #options: ChainFollowerOptions;
  readonly #live = new LiveTransactions();
  readonly #blocks = new KnownBlocks();
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
  /** Blocks are polled only while transactions are live. */
  #isHeadFresh = false;

  constructor(options: ChainFollowerOptions) {
    this.#options = options;
    this.#tender = new TransactionTender({
      ...options,
      live: this.#live,
      head: () => this.headNumber,
      freshHead: () => (this.#isHeadFresh ? this.headNumber : undefined),
      reconcile: (chain, transactions) => this.#reader.reconcile(chain, transactions),
    });
    this.#reader = new BlockReader({
      network: options.network.name,
      clock: options.clock,
      live: this.#live,
      blocks: this.#blocks,
      noteMined: options.noteMined,
      resend: (chain, transactions) => this.#tender.resend(chain, transactions),
      onBlock: options.onBlock,
    });
  }

  /** Number of the newest block seen; undefined before the first. */
  get headNumber(): number | undefined {
    return this.#blocks.head?.number;
  }

  /** The highest nonce among the account's unmined transactions. */
  highestInFlight(from: string): number | undefined {
    return this.#live.highestUnmined(from);
  }

  hasInFlightUpTo(from: string, nonce: number): boolean {
    return this.#live.hasUnminedUpTo(from, nonce);
  }

  /** Number of live transactions. */
  get size(): number {
    return this.#live.size;
  }

  /** Sends what was just committed and watches it. */
  watch(records: readonly SignedRecord[]): void {
    if (this.#live.size === 0) this.#isHeadFresh = false;
    for (const record of records) {
      const added = this.#live.add(record);
      if (added !== undefined) this.#toSend.push(added);
    }
    this.#sending ??= this.#sendAll();
    this.#schedule(this.#pollMs());
  }

  /** Sends an empty transaction in place of one to be cancelled, if still possible. */
  cancel(record: TransactionRecord): void {
    this.#live.noteCancellation(record);
    this.#schedule(0);
  }

  /** Starts over from the database: after a start, an election, or another node's death. */
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

  /** Right after a block the next one is a while off; from then on it may come at any time. */
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
    // Transactions accepted in this turn of the event loop are sent together.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      const chain = await this.#options.network.open();
      while (this.#toSend.length > 0) await this.#tender.send(chain, this.#toSend.splice(0, RESEND_BATCH));
    } catch (error) {
      // They stay live: the next blocks show that they are missing.
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
    this.#isHeadFresh = true;
    const isNew = latest.hash !== this.#blocks.head?.hash;
    this.#sawBlock = isNew;
    if (isNew) await this.#reader.advance(chain, latest);
    const verdicts = await this.#verdicts(chain);
    for (let at = 0; at < verdicts.length; at += MAX_SETTLE) {
      const part = verdicts.slice(at, at + MAX_SETTLE);
      await this.#options.settle(part);
      for (const { record } of part) this.#live.remove(record.id, record.environment);
    }
    if (isNew) await this.#tender.tend(chain);
    await this.#tender.cancelAsked(chain);
  }

  /** Finds live transactions this node did not create, or created before its start. */
  async #scan(): Promise<void> {
    const now = performance.now();
    const isFirst = !this.#isLoaded;
    // A single node knows everything it created.
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

  /** Transactions with the requested number of confirmations on the current chain. */
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
