import type { Chain } from '../../chain/chain.ts';
import type { Network } from '../../networks/network.ts';
import type { Fees } from '../../signers/sign-transaction.ts';

/** What gas costs on a network just now, wei. */
export interface FeeQuote {
  /** Null where transactions are of the legacy kind. */
  baseFee: bigint | null;
  /** Above the base fee; the whole price where there is none. */
  tip: bigint;
  /** The most gas that a transaction can have: what a block holds. */
  gasCap: number;
}

interface Kept {
  quote: Promise<FeeQuote>;
  takenAt: number;
}

const MIN_AGE_MS = 250;
/** Enough for six full blocks in a row to raise the base fee by an eighth each. */
const BASE_FEE_HEADROOM = 2n;

/** Fee quotes, asked for once a block. */
export class FeeOracle {
  readonly #kept = new Map<string, Kept>();

  quote(network: Network, chain: Chain): Promise<FeeQuote> {
    const kept = this.#kept.get(network.name);
    const maxAgeMs = Math.max(network.blockTimeMs / 2, MIN_AGE_MS);
    if (kept !== undefined && performance.now() - kept.takenAt < maxAgeMs) return kept.quote;
    const quote = readQuote(chain);
    this.#kept.set(network.name, { quote, takenAt: performance.now() });
    quote.catch(() => this.#kept.delete(network.name));
    return quote;
  }

  forget(network: string): void {
    this.#kept.delete(network);
  }
}

async function readQuote(chain: Chain): Promise<FeeQuote> {
  const block = await chain.latestBlock();
  const gasCap = Number(block.gasLimit);
  if (block.baseFeePerGas === null) return { baseFee: null, tip: await chain.gasPrice(), gasCap };
  return { baseFee: nextBaseFee(block), tip: await chain.priorityFee(), gasCap };
}

/** The base fee of the block after this one (EIP-1559). */
function nextBaseFee(block: { baseFeePerGas: bigint | null; gasUsed: bigint; gasLimit: bigint }): bigint {
  const base = block.baseFeePerGas!;
  const target = block.gasLimit / 2n;
  if (target === 0n || block.gasUsed === target) return base;
  const delta =
    (base * (block.gasUsed > target ? block.gasUsed - target : target - block.gasUsed)) / target / 8n;
  return block.gasUsed > target ? base + (delta > 0n ? delta : 1n) : base - delta;
}

/** What to offer: as asked (a legacy price), or with room for a rising base fee. */
export function feesFor(quote: FeeQuote, gasPrice: bigint | undefined): Fees {
  if (gasPrice !== undefined) return { type: 'legacy', gasPrice };
  if (quote.baseFee === null) return { type: 'legacy', gasPrice: quote.tip };
  return {
    type: 'eip1559',
    maxFeePerGas: quote.baseFee * BASE_FEE_HEADROOM + quote.tip,
    maxPriorityFeePerGas: quote.tip,
  };
}

/** What a unit of gas is expected to cost, wei. */
export function expectedPrice(quote: FeeQuote, fees: Fees): bigint {
  if (fees.type === 'legacy') return fees.gasPrice;
  const price = (quote.baseFee ?? 0n) + fees.maxPriorityFeePerGas;
  return price < fees.maxFeePerGas ? price : fees.maxFeePerGas;
}

/** The most that a unit of gas may cost, wei. */
export function highestPrice(fees: Fees): bigint {
  return fees.type === 'legacy' ? fees.gasPrice : fees.maxFeePerGas;
}

/** Fees that replace others in a node's pool: each field at least a tenth higher, and up to the present quote. */
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

/** Whether a block with this base fee can take the transaction. */
export function isPayable(fees: Fees, baseFee: bigint | null): boolean {
  return baseFee === null || highestPrice(fees) >= baseFee;
}
