import type { AssetPrice, ContractsDatabase } from '../../../terms/contract-tables.ts';

/** Saves prices at one time; existing ones stay. */
export async function insertPrices(
  db: ContractsDatabase,
  prices: readonly AssetPrice[],
  asOf: Date,
): Promise<void> {
  await db
    .insertInto('asset_prices')
    .values(prices.map((price) => ({ ...price, usd: String(price.usd), as_of: asOf })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
