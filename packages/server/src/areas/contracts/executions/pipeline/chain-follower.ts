import type { Hex } from 'viem';
import type { Block, Chain, Receipt } from '../../chain/chain.ts';
import type { Network } from '../../networks/network.ts';
import type { FeeOracle } from '../costs/fee-oracle.ts';
import type { BlockSeen } from '../execution-ports.ts';
import { KnownBlocks } from './known-blocks.ts';
import { type LiveTransaction, LiveTransactions } from './live-transactions.ts';
import type { Verdict } from './settle-transactions.ts';
import type { MinedState } from './transaction.repository.ts';
import type { TransactionRecord } from './transaction-record.ts';
import { RESEND_BATCH, type ReplacePorts, TransactionTender } from './transaction-tender.ts';

export interface ChainFollowerOptions extends ReplacePorts {
  network: Network;
  fees: FeeOracle;
  /** False while another node watches: then transactions are sent and nothing more. */
  isLeader(): boolean;
  /** Whether other nodes make transactions too. */
  hasPeers(): boolean;
  /** The network's live transactions from the database, whoever made them: all, or those made since a time. */
  loadLive(since: Date | undefined): Promise<TransactionRecord[]>;
  noteMined(states: readonly MinedState[]): Promise<void>;
  settle(verdicts: readonly Verdict[]): Promise<void>;
  /** Why a mined transaction failed. */
  explain(chain: Chain, record: TransactionRecord, receipt: Receipt): Promise<Verdict['error']>;
  onBlock(block: BlockSeen): void;
  onError(error: unknown): void;
}

const REST_SHARE = 0.7;
const WATCH_SHARE = 0.2;
const MIN_POLL_MS = 20;
const MAX_POLL_MS = 2_000;
const IDLE_MS = 250;
const MAX_GAP = 256;
/** How often transactions of other nodes and of before are looked for. */
const SCAN_EVERY_MS = 1_000;
/** Longer than any commit takes. */
const SCAN_BACK_MS = 60_000;
const MAX_SETTLE = 500;

/**
 * Watches one network for all that is live on it: one poll of its head, receipts by block, confirmations,
 * blocks that were replaced, and transactions that a node lost or that offer too little.
 */
export class ChainFollower {
  readonly #options: ChainFollowerOptions;
  readonly #live = new LiveTransactions();
  readonly #blocks = new KnownBlocks();
  readonly #tender: TransactionTender;
  #toSend: LiveTransaction[] = [];
  #sending: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | undefined;
  #isStopped = false;
  #isLoaded = false;
  #sawBlock = false;
  #scannedAt = Number.NEGATIVE_INFINITY;
  /** Blocks are looked for only while something is under way. */
  #isHeadFresh = false;

  constructor(options: ChainFollowerOptions) {
    this.#options = options;
    this.#tender = new TransactionTender({
      ...options,
      live: this.#live,
      head: () => this.headNumber,
      freshHead: () => (this.#isHeadFresh ? this.headNumber : undefined),
      reconcile: (chain, transactions) => this.#reconcile(chain, transactions),
    });
  }

  /** The number of the newest block seen; undefined before the first. */
  get headNumber(): number | undefined {
    return this.#blocks.head?.number;
  }

  /** The highest nonce of the account's transactions that are in no block yet. */
  highestInFlight(from: string): number | undefined {
    return this.#live.highestUnmined(from);
  }

  hasInFlightUpTo(from: string, nonce: number): boolean {
    return this.#live.hasUnminedUpTo(from, nonce);
  }

  /** How many are under way. */
  get size(): number {
    return this.#live.size;
  }

  /** Sends what was just committed and watches it. */
  watch(records: readonly TransactionRecord[]): void {
    if (this.#live.size === 0) this.#isHeadFresh = false;
    for (const record of records) {
      const added = this.#live.add(record);
      if (added !== undefined) this.#toSend.push(added);
    }
    this.#sending ??= this.#sendAll();
    this.#schedule(this.#pollMs());
  }

  /** Has an empty transaction take the place of one that is to be cancelled, if that can still be. */
  cancel(record: TransactionRecord): void {
    this.#live.noteCancellation(record);
    this.#schedule(0);
  }

  /** Begins with what the database holds: after a start, an election, or another node's death. */
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

  /** Right after a block the next one is a while off; from then on it may come at any moment. */
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
    // What is accepted in this turn goes out together.
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
    if (isNew) await this.#advance(chain, latest);
    const verdicts = await this.#verdicts(chain);
    for (let at = 0; at < verdicts.length; at += MAX_SETTLE) {
      const part = verdicts.slice(at, at + MAX_SETTLE);
      await this.#options.settle(part);
      for (const { record } of part) this.#live.remove(record.id, record.environment);
    }
    if (isNew) await this.#tender.tend(chain);
    await this.#tender.cancelAsked(chain);
  }

  /** Learns of live transactions that this node did not make, or made before it was started. */
  async #scan(): Promise<void> {
    const now = performance.now();
    const isFirst = !this.#isLoaded;
    // Alone, this node knows all that it made.
    if (!isFirst && (now - this.#scannedAt < SCAN_EVERY_MS || !this.#options.hasPeers())) return;
    this.#scannedAt = now;
    const since = isFirst ? undefined : new Date(Date.now() - SCAN_BACK_MS);
    const records = await this.#options.loadLive(since);
    const found = records.flatMap((record) => this.#live.add(record) ?? []);
    this.#isLoaded = true;
    if (found.length === 0) return;
    const chain = await this.#options.network.open();
    if (isFirst && this.#blocks.head === undefined) this.#blocks.reset(await chain.latestBlock());
    await this.#reconcile(chain, found);
    await this.#tender.resend(chain, this.#live.unmined(found));
  }

  async #advance(chain: Chain, latest: Block): Promise<void> {
    const head = this.#blocks.head;
    if (head === undefined || latest.number - head.number > MAX_GAP) {
      this.#blocks.reset(latest);
      await this.#reconcile(chain, this.#live.all());
      this.#tell(latest, 0);
      return;
    }
    const between = latest.number - head.number - 1;
    const numbers = Array.from({ length: Math.max(between, 0) }, (_, i) => head.number + 1 + i);
    const found = await chain.blocks(numbers);
    // The chain changed while it was read; the next look sees it whole.
    if (found.includes(null)) return;
    const blocks = [...(found as Block[]), latest];
    const first = blocks[0]!;
    if (first.number !== head.number + 1 || first.parentHash !== head.hash) {
      await this.#reorganize(chain, latest);
      return;
    }
    for (const block of blocks) await this.#include(chain, block);
    this.#tell(latest, 0);
  }

  async #include(chain: Chain, block: Block): Promise<void> {
    const known = this.#blocks.head;
    if (known !== undefined && block.number === known.number + 1 && block.parentHash !== known.hash) return;
    const own = block.transactions.filter((hash) => this.#live.byHash(hash) !== undefined);
    const receipts = own.length === 0 ? [] : await chain.receiptsIn(block, own);
    // Without all of them the block is not done; the next look reads it again.
    if (receipts.length < own.length) throw new Error(`block ${block.hash} changed while it was read`);
    this.#blocks.push(block);
    await this.#noteMined(receipts, new Date(block.timestamp * 1_000));
  }

  async #noteMined(receipts: readonly Receipt[], minedAt: Date): Promise<void> {
    const states: MinedState[] = [];
    for (const receipt of receipts) {
      const transaction = this.#live.byHash(receipt.transactionHash);
      if (transaction === undefined) continue;
      this.#live.setMined(transaction, receipt, minedAt);
      // One that is settled in this same look is written once, as settled.
      if (transaction.record.confirmationsRequired > 1) states.push(minedState(transaction));
    }
    if (states.length > 0) await this.#options.noteMined(states);
  }

  /** The chain replaced blocks: what was in them is pending again, and is sent again. */
  async #reorganize(chain: Chain, latest: Block): Promise<void> {
    const head = this.#blocks.head!;
    const numbers = this.#blocks.numbersUpTo(latest.number);
    const present = await chain.blocks(numbers);
    const fork = this.#blocks.lastCommon(present);
    if (fork === undefined) this.#blocks.reset(latest);
    else this.#blocks.cutAfter(fork);
    // Told before anything that may fail: a second look at these blocks would find nothing strange.
    this.#tell(latest, head.number - (fork ?? 0));
    const lost = this.#live.minedAfter(fork ?? -1);
    for (const transaction of lost) this.#live.setUnmined(transaction);
    const noted = lost.filter(({ record }) => record.confirmationsRequired > 1);
    if (noted.length > 0) await this.#options.noteMined(noted.map(minedState));
    if (fork === undefined) await this.#reconcile(chain, this.#live.all());
    else {
      const from = this.#blocks.head!.number;
      const again = Array.from({ length: latest.number - from }, (_, i) => from + 1 + i);
      for (const block of await chain.blocks(again)) if (block !== null) await this.#include(chain, block);
    }
    await this.#tender.resend(chain, this.#live.unmined(lost));
  }

  #tell({ number, hash }: Block, reorgDepth: number): void {
    const { network, onBlock } = this.#options;
    onBlock({ network: network.name, number, hash, reorgDepth });
  }

  /** Asks the chain about transactions whose blocks this node did not see. */
  async #reconcile(chain: Chain, transactions: readonly LiveTransaction[]): Promise<void> {
    const asked = transactions.flatMap((one) => one.record.hashes.map((hash) => ({ one, hash })));
    const found: Receipt[] = [];
    const mined = new Set<LiveTransaction>();
    for (let at = 0; at < asked.length; at += RESEND_BATCH) {
      const part = asked.slice(at, at + RESEND_BATCH);
      const receipts = await chain.receipts(part.map(({ hash }) => hash));
      receipts.forEach((receipt, i) => {
        if (receipt === null) return;
        found.push(receipt);
        mined.add(part[i]!.one);
      });
    }
    for (const transaction of transactions) {
      if (transaction.mined !== undefined && !mined.has(transaction)) this.#live.setUnmined(transaction);
    }
    const numbers = [...new Set(found.map(({ blockNumber }) => blockNumber))];
    const times = new Map<number, Date>();
    for (const block of await chain.blocks(numbers)) {
      if (block !== null) times.set(block.number, new Date(block.timestamp * 1_000));
    }
    for (const receipt of found)
      await this.#noteMined([receipt], times.get(receipt.blockNumber) ?? new Date());
  }

  /** What has as many confirmations as it asked for, on blocks that are the chain's own now. */
  async #verdicts(chain: Chain): Promise<Verdict[]> {
    const head = this.headNumber;
    if (head === undefined) return [];
    const verdicts = this.#live.gone().map(droppedVerdict);
    const ripe = this.#live.ripe(head);
    if (ripe.length === 0) return verdicts;
    const unknown = new Set(
      ripe.map(({ mined }) => mined!.receipt.blockNumber).filter((number) => !this.#blocks.knows(number)),
    );
    for (const block of await chain.blocks([...unknown])) if (block !== null) this.#blocks.note(block);
    const lost: LiveTransaction[] = [];
    for (const transaction of ripe) {
      const { receipt, at } = transaction.mined!;
      if (this.#blocks.hashOf(receipt.blockNumber) !== receipt.blockHash) {
        lost.push(transaction);
        continue;
      }
      const error = await this.#errorOf(chain, transaction.record, receipt);
      const confirmations = head - receipt.blockNumber + 1;
      verdicts.push({ record: transaction.record, receipt, minedAt: at, confirmations, error });
    }
    if (lost.length > 0) await this.#reconcile(chain, lost);
    return verdicts;
  }

  async #errorOf(chain: Chain, record: TransactionRecord, receipt: Receipt): Promise<Verdict['error']> {
    if (record.error?.cancelled_by?.includes(receipt.transactionHash)) {
      return { ...record.error, gas_used: receipt.gasUsed };
    }
    return receipt.succeeded ? null : this.#options.explain(chain, record, receipt);
  }
}

function minedState({ record, mined }: LiveTransaction): MinedState {
  const { orgId, environment, id } = record;
  const block = mined && {
    number: mined.receipt.blockNumber,
    hash: mined.receipt.blockHash,
    index: mined.receipt.transactionIndex,
  };
  const transactionHash: Hex | null = mined?.receipt.transactionHash ?? null;
  return { orgId, environment, id, transactionHash, block: block ?? null, minedAt: mined?.at ?? null };
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
