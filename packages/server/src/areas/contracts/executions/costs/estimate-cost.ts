import type { AssetPrice, EstimatedCost } from '../../contracts/contract-tables.ts';
import type { Fees } from '../../signers/sign-transaction.ts';
import { toEther, toGwei, toUsd } from './amounts.ts';
import { expectedPrice, type FeeQuote } from './fee-oracle.ts';

/** What a transaction is expected to cost, if a block takes it at what gas costs just now. */
export function estimateCost(
  gas: { estimated: number; limit: number },
  quote: FeeQuote,
  fees: Fees,
  price: AssetPrice | null,
): EstimatedCost {
  const gasPriceWei = expectedPrice(quote, fees);
  const total = BigInt(gas.estimated) * gasPriceWei;
  return {
    gas_limit: gas.limit,
    gas_price_gwei: toGwei(gasPriceWei),
    total_eth: toEther(total),
    total_usd: price === null ? null : toUsd(total, price.usd),
  };
}
