import type { GuardedClient } from '../../../../../kit/net/index.ts';

const DEADLINE_MS = 5_000;
const MAX_PRICE = 1e9;

/** Reads `{"ETH": 3000.5, …}` from a URL; throws for any other response. */
export function createPriceFeed(url: string, client: GuardedClient) {
  return {
    url,
    async read(): Promise<ReadonlyMap<string, number>> {
      const headers = { accept: 'application/json' };
      const outcome = await client.get({ url, headers, deadlineMs: DEADLINE_MS });
      if (!outcome.ok) throw new Error(`the price feed cannot be read: ${outcome.reason}`);
      const prices = JSON.parse(outcome.body.toString()) as Record<string, unknown>;
      const entries = Object.entries(prices).filter(
        (entry): entry is [string, number] =>
          typeof entry[1] === 'number' &&
          entry[1] > 0 &&
          entry[1] < MAX_PRICE &&
          /^[A-Z0-9]{2,10}$/.test(entry[0]),
      );
      return new Map(entries.map(([asset, usd]) => [asset, Math.round(usd * 1e8) / 1e8]));
    },
  };
}
