import type { Block, Chain } from '../../../chains/chain/chain.ts';
import type { Network } from '../../../chains/networks/network.ts';
import type { Fees } from '../../../chains/signers/sign-transaction.ts';

/** The current price of gas on a network, wei. */
export interface FeeQuote {
  /** Null for legacy transactions. */
  baseFee: bigint | null;
  /** On top of the base fee; the whole price if there is none. */
  tip: bigint;
  /** The maximum gas of a transaction: the block's gas limit. */
  gasCap: number;
}

interface Kept {
  block: FeeBlock;
  blockAt: number;
  /** The priority fee that a node suggests, or the gas price if there is no base fee; wei. */
  tip: bigint;
  tipAt: number;
}

type FeeBlock = Pick<Block, 'baseFeePerGas' | 'gasUsed' | 'gasLimit'>;

const MIN_FRESH_MS = 250;
const MIN_USABLE_MS = 1_000;
/** Tips change slowly. */
const TIP_FRESH_MS = 1_000;
const TIP_USABLE_MS = 5_000;
/** A tip this many times as high as the usual one, and at least this high, would have been mined. */
const AMPLE_TIPS = 10n;
const AMPLE_TIP = 1_000_000_000n;
/** Enough for six full blocks in a row, each of which raises the base fee by an eighth. */
const BASE_FEE_HEADROOM = 2n;

/**
 * Fee quotes, read about once per block. While a quote is only slightly old, nobody waits for the next one,
 * and the watched blocks keep it fresh anyway.
 */
export class FeeOracle {
  readonly #kept = new Map<string, Kept>();
  readonly #reading = new Map<string, Promise<Kept>>();

  async quote({ name, blockTimeMs }: Network, chain: Chain): Promise<FeeQuote> {
    const kept = this.#kept.get(name);
    const now = performance.now();
    if (kept === undefined) return quoteOf(await this.#read(name, chain));
    const isYounger = (blockMs: number, tipMs: number) =>
      now - kept.blockAt < blockMs && now - kept.tipAt < Math.max(tipMs, blockMs);
    if (isYounger(Math.max(blockTimeMs / 2, MIN_FRESH_MS), TIP_FRESH_MS)) return quoteOf(kept);
    const reading = this.#read(name, chain);
    if (!isYounger(Math.max(blockTimeMs * 2, MIN_USABLE_MS), TIP_USABLE_MS)) return quoteOf(await reading);
    // A caller who finds this one too old reads again, and gets the error.
    reading.catch(() => {});
    return quoteOf(kept);
  }

  /** Uses the newest block of a network, which was read for another purpose. */
  note(network: string, block: FeeBlock): void {
    const kept = this.#kept.get(network);
    if (kept !== undefined) Object.assign(kept, { block, blockAt: performance.now() });
  }

  #read(network: string, chain: Chain): Promise<Kept> {
    let reading = this.#reading.get(network);
    if (reading === undefined) {
      const wasLegacy = this.#kept.get(network)?.block.baseFeePerGas === null;
      reading = readFees(chain, wasLegacy)
        .then((kept) => {
          this.#kept.set(network, kept);
          return kept;
        })
        .finally(() => this.#reading.delete(network));
      this.#reading.set(network, reading);
    }
    return reading;
  }
}

/** Reads block and tip together, assuming the chain is of the same kind as before. */
async function readFees(chain: Chain, wasLegacy: boolean): Promise<Kept> {
  const readTip = (isLegacy: boolean) => (isLegacy ? chain.gasPrice() : chain.priorityFee());
  const [block, tip] = await Promise.all([chain.latestBlock(), readTip(wasLegacy)]);
  const isLegacy = block.baseFeePerGas === null;
  const now = performance.now();
  return { block, blockAt: now, tip: isLegacy === wasLegacy ? tip : await readTip(isLegacy), tipAt: now };
}

function quoteOf({ block, tip }: Kept): FeeQuote {
  const baseFee = block.baseFeePerGas === null ? null : nextBaseFee(block, block.baseFeePerGas);
  return { baseFee, tip, gasCap: Number(block.gasLimit) };
}

/** The next block's base fee (EIP-1559). */
function nextBaseFee(block: FeeBlock, base: bigint): bigint {
  const target = block.gasLimit / 2n;
  if (target === 0n || block.gasUsed === target) return base;
  const delta =
    (base * (block.gasUsed > target ? block.gasUsed - target : target - block.gasUsed)) / target / 8n;
  return block.gasUsed > target ? base + (delta > 0n ? delta : 1n) : base - delta;
}

/** The fees to offer: as requested (a legacy price), or with headroom for a rising base fee. */
export function feesFor(quote: FeeQuote, gasPrice: bigint | undefined): Fees {
  if (gasPrice !== undefined) return { type: 'legacy', gasPrice };
  if (quote.baseFee === null) return { type: 'legacy', gasPrice: quote.tip };
  return {
    type: 'eip1559',
    maxFeePerGas: quote.baseFee * BASE_FEE_HEADROOM + quote.tip,
    maxPriorityFeePerGas: quote.tip,
  };
}

/** The expected price of a unit of gas, wei. */
export function expectedPrice(quote: FeeQuote, fees: Fees): bigint {
  if (fees.type === 'legacy') return fees.gasPrice;
  const price = (quote.baseFee ?? 0n) + fees.maxPriorityFeePerGas;
  return price < fees.maxFeePerGas ? price : fees.maxFeePerGas;
}

/** The maximum price of a unit of gas, wei. */
export function highestPrice(fees: Fees): bigint {
  return fees.type === 'legacy' ? fees.gasPrice : fees.maxFeePerGas;
}

/**
 * Fees that a node's pool accepts as a replacement: each field at least a tenth higher, and at least the
 * current quote.
 */
export function raisedFees(fees: Fees, quote: FeeQuote): Fees {
  const raise = (value: bigint, wanted: bigint) => {
    const least = value + value / 10n + 1n;
    return least > wanted ? least : wanted;
  };
  if (fees.type === 'legacy') {
    const wanted = quote.baseFee === null ? quote.tip : quote.baseFee * BASE_FEE_HEADROOM + quote.tip;
    return { type: 'legacy', gasPrice: raise(fees.gasPrice, wanted) };
  }
  const tip = raise(fees.maxPriorityFeePerGas, quote.tip);
  const wanted = (quote.baseFee ?? 0n) * BASE_FEE_HEADROOM + tip;
  return { type: 'eip1559', maxPriorityFeePerGas: tip, maxFeePerGas: raise(fees.maxFeePerGas, wanted) };
}

/** Whether a block with this base fee can include the transaction. */
export function isPayable(fees: Fees, baseFee: bigint | null): boolean {
  return baseFee === null || highestPrice(fees) >= baseFee;
}

/**
 * Whether the fees are so far above the current quote that they are not the reason why a transaction waits:
 * its node may have lost its peers, or refuse the account. Raised again and again, it would cost a fortune
 * in the end.
 */
export function isAmple(fees: Fees, { baseFee, tip }: FeeQuote): boolean {
  if (baseFee === null) return highestPrice(fees) >= tip * AMPLE_TIPS;
  const ample = tip * AMPLE_TIPS > AMPLE_TIP ? tip * AMPLE_TIPS : AMPLE_TIP;
  const offered = fees.type === 'legacy' ? fees.gasPrice - baseFee : fees.maxPriorityFeePerGas;
  return offered >= ample && highestPrice(fees) >= baseFee * BASE_FEE_HEADROOM + ample;
}
