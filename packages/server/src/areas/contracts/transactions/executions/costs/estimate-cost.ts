import type { Fees } from '../../../chains/signers/sign-transaction.ts';
import type { AssetPrice, EstimatedCost } from '../../../terms/contract-tables.ts';
import { toEther, toGwei, toUsd } from './amounts.ts';
import { expectedPrice, type FeeQuote, highestPrice } from './fee-oracle.ts';

/** The maximum cost of a transaction, and its expected cost at the current gas price. */
export function estimateCost(
  gas: { estimated: number; limit: number },
  quote: FeeQuote,
  fees: Fees,
  price: AssetPrice | null,
): EstimatedCost {
  const highest = highestPrice(fees);
  const expected = expectedPrice(quote, fees);
  const most = BigInt(gas.limit) * highest;
  const likely = BigInt(gas.estimated) * expected;
  return {
    gas_limit: gas.limit,
    gas_price_gwei: toGwei(highest),
    total_eth: toEther(most),
    total_usd: price === null ? null : toUsd(most, price.usd),
    expected_gas: gas.estimated,
    expected_gas_price_gwei: toGwei(expected),
    expected_eth: toEther(likely),
    expected_usd: price === null ? null : toUsd(likely, price.usd),
  };
}
