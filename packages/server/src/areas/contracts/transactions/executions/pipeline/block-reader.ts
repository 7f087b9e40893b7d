import type { Hex } from 'viem';
import type { Clock } from '../../../../../kit/clock.ts';
import type { Block, Chain, Receipt } from '../../../chains/chain/chain.ts';
import type { BlockSeen } from '../execution-ports.ts';
import type { KnownBlocks } from './known-blocks.ts';
import type { LiveTransaction, LiveTransactions } from './live-transactions.ts';
import type { MinedState } from './transaction.repository.ts';
import { RESEND_BATCH } from './transaction-tender.ts';
import type { Turns } from './turns.ts';

export interface BlockReaderOptions {
  network: string;
  clock: Clock;
  live: LiveTransactions;
  blocks: KnownBlocks;
  turns: Turns;
  noteMined(states: readonly MinedState[]): Promise<void>;
  /** Resends what is no longer on the chain. */
  resend(chain: Chain, transactions: readonly LiveTransaction[]): Promise<void>;
  onBlock(block: BlockSeen): void;
}

const MAX_GAP = 256;

/** Applies blocks, and reorganizations, to the live transactions of a network. */
export class BlockReader {
  readonly #options: BlockReaderOptions;
  readonly #live: LiveTransactions;
  readonly #blocks: KnownBlocks;

  constructor(options: BlockReaderOptions) {
    this.#options = options;
    this.#live = options.live;
    this.#blocks = options.blocks;
  }

  /** Reads the blocks after the last known one, up to the newest. */
  async advance(chain: Chain, latest: Block): Promise<void> {
    const head = this.#blocks.head;
    if (head === undefined || latest.number - head.number > MAX_GAP) {
      this.#blocks.reset(latest);
      await this.reconcile(chain, this.#live.all());
      this.#tell(latest, 0);
      return;
    }
    const between = latest.number - head.number - 1;
    const numbers = Array.from({ length: Math.max(between, 0) }, (_, i) => head.number + 1 + i);
    const found = await chain.blocks(numbers);
    // The chain changed during the read; the next poll sees it consistently.
    if (found.includes(null)) return;
    const blocks = [...(found as Block[]), latest];
    const [first = latest] = blocks;
    if (first.number !== head.number + 1 || first.parentHash !== head.hash) {
      await this.#reorganize(chain, head.number, latest);
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
    // Without all of them the block is not finished; the next poll reads it again.
    if (receipts.length < own.length) throw new Error(`block ${block.hash} changed while it was read`);
    this.#blocks.push(block);
    await this.#noteMined(receipts, new Date(block.timestamp * 1_000));
  }

  async #noteMined(receipts: readonly Receipt[], minedAt: Date): Promise<void> {
    const states: MinedState[] = [];
    const turn = this.#options.turns.at(this.#blocks.head?.number ?? 0);
    for (const receipt of receipts) {
      const transaction = this.#live.byHash(receipt.transactionHash);
      if (transaction === undefined) continue;
      this.#live.setMined(transaction, receipt, minedAt, turn);
      // A transaction that is settled in the same poll is written once, as settled.
      if (transaction.record.confirmationsRequired > 1) states.push(minedState(transaction));
    }
    if (states.length > 0) await this.#options.noteMined(states);
  }

  /** The chain replaced blocks: their transactions are pending again, and are sent again. */
  async #reorganize(chain: Chain, known: number, latest: Block): Promise<void> {
    const numbers = this.#blocks.numbersUpTo(latest.number);
    const present = await chain.blocks(numbers);
    const fork = this.#blocks.lastCommon(present);
    if (fork === undefined) this.#blocks.reset(latest);
    else this.#blocks.cutAfter(fork);
    // Published before anything can fail: a second read of these blocks would not detect the reorganization.
    this.#tell(latest, known - (fork?.number ?? 0));
    const lost = this.#live.minedAfter(fork?.number ?? -1);
    for (const transaction of lost) this.#live.setUnmined(transaction);
    const noted = lost.filter(({ record }) => record.confirmationsRequired > 1);
    if (noted.length > 0) await this.#options.noteMined(noted.map(minedState));
    if (fork === undefined) await this.reconcile(chain, this.#live.all());
    else {
      const again = Array.from({ length: latest.number - fork.number }, (_, i) => fork.number + 1 + i);
      for (const block of await chain.blocks(again)) if (block !== null) await this.#include(chain, block);
    }
    await this.#options.resend(chain, this.#live.unmined(lost));
  }

  #tell({ number, hash }: Block, reorgDepth: number): void {
    const { network, onBlock } = this.#options;
    onBlock({ network, number, hash, reorgDepth });
  }

  /** Asks the chain about transactions whose blocks this node did not see. */
  async reconcile(chain: Chain, transactions: readonly LiveTransaction[]): Promise<void> {
    const asked = transactions.flatMap((one) => one.record.hashes.map((hash) => ({ one, hash })));
    const found: Receipt[] = [];
    const mined = new Set<LiveTransaction>();
    for (let at = 0; at < asked.length; at += RESEND_BATCH) {
      const part = asked.slice(at, at + RESEND_BATCH);
      const receipts = await chain.receipts(part.map(({ hash }) => hash));
      part.forEach(({ one }, i) => {
        const receipt = receipts[i] ?? null;
        if (receipt === null) return;
        found.push(receipt);
        mined.add(one);
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
      await this.#noteMined([receipt], times.get(receipt.blockNumber) ?? new Date(this.#options.clock.now()));
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
