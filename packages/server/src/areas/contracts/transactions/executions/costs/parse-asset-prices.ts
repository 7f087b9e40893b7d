import type { AssetPrice } from '../../../terms/contract-tables.ts';

const ONE = /^([A-Za-z0-9]{2,10})=(\d{1,12}(?:\.\d{1,8})?)@(\d{4}-\d\d-\d\d)$/;

/** `ETH=3000@2026-11-01,POL=0.2@2026-11-01`. Throws an Error with the expected format. */
export function parseAssetPrices(text: string): AssetPrice[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, asset, usd, day] = ONE.exec(part) ?? [];
      const asOf = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00.000Z`);
      if (asset === undefined || Number.isNaN(asOf))
        throw new Error('It must be prices such as ETH=3000@2026-11-01, separated by commas.');
      return {
        asset: asset.toUpperCase(),
        usd: Number(usd),
        as_of: new Date(asOf).toISOString(),
        source: 'the setting ASSET_PRICES',
      };
    });
}
