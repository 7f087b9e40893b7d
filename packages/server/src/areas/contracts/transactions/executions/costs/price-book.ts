import type { Clock } from '../../../../../kit/clock.ts';
import { RepeatedTask } from '../../../../../kit/repeated-task.ts';
import type { AssetPrice, ContractsDatabase } from '../../../terms/contract-tables.ts';

import { insertPrices } from './price.repository.ts';

/**
 * Rounded closing prices of one day, used without a feed. This is visible: every cost in USD has the date and
 * source of its price.
 */
const builtIn: Readonly<Record<string, number>> = { ETH: 2_486, POL: 0.18, BNB: 656, AVAX: 17.9, XDAI: 1 };
const BUILT_IN_DATE = '2025-06-30T00:00:00.000Z';
const BUILT_IN_SOURCE = 'built-in table, prices of 2025-06-30';

/** Reads coin prices in USD from a feed. */
export type ReadFeed = () => Promise<ReadonlyMap<string, number>>;

interface PriceFeed {
  url: string;
  read: ReadFeed;
}

export interface PriceBookOptions {
  db: ContractsDatabase;
  clock: Clock;
  /** The operator's own prices, which override the built-in ones. */
  fixed: readonly AssetPrice[];
  feed: PriceFeed | undefined;
  onError(error: unknown): void;
}

const FEED_EVERY_MS = 60_000;
/** The feed's prices expire after this time; the table is used again. */
const FEED_MAX_AGE_MS = 24 * 3_600_000;

/** The price of each native coin: the feed's if fresh, else the operator's, else the built-in one. */
export class PriceBook {
  readonly #options: PriceBookOptions;
  readonly #fixed: Map<string, AssetPrice>;
  readonly #fed = new Map<string, AssetPrice>();
  readonly #task: RepeatedTask | undefined;

  constructor(options: PriceBookOptions) {
    this.#options = options;
    this.#fixed = new Map(
      Object.entries(builtIn).map(([asset, usd]) => [
        asset,
        { asset, usd, as_of: BUILT_IN_DATE, source: BUILT_IN_SOURCE },
      ]),
    );
    for (const price of options.fixed) this.#fixed.set(price.asset, price);
    const { feed } = options;
    if (feed !== undefined) {
      this.#task = new RepeatedTask({
        everyMs: FEED_EVERY_MS,
        run: () => this.#readFeed(feed),
        onError: options.onError,
      });
    }
  }

  start(): void {
    this.#task?.start();
    this.#task?.wake();
  }

  async stop(): Promise<void> {
    await this.#task?.stop();
  }

  /** Null for an unknown price: costs are then only in the coin. */
  priceOf(asset: string): AssetPrice | null {
    const fed = this.#fed.get(asset);
    if (fed !== undefined && this.#options.clock.now() - Date.parse(fed.as_of) < FEED_MAX_AGE_MS) return fed;
    return this.#fixed.get(asset) ?? null;
  }

  async #readFeed(feed: PriceFeed): Promise<void> {
    const { db, clock } = this.#options;
    const prices = await feed.read();
    const asOf = new Date(clock.now());
    const rows = [...prices].map(([asset, usd]) => ({
      asset,
      usd,
      as_of: asOf.toISOString(),
      source: new URL(feed.url).host,
    }));
    if (rows.length === 0) return;
    for (const price of rows) this.#fed.set(price.asset, price);
    await insertPrices(db, rows, asOf);
  }
}
