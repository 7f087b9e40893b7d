import type { Pool } from 'pg';
import type { Metric, Registry } from 'prom-client';
import { inTransaction } from '../../kit/db/index.ts';
import type { FigureSample, FigureSource } from '../../kit/observability/index.ts';

export interface FigureReaderOptions {
  pool: Pool;
  registry: Registry;
  onError(error: unknown, part: string): void;
  /** Minimum age of metrics before they are read again; 10 s by default. */
  keptMs?: number;
}

const KEPT_MS = 10_000;
/** Reading takes at most one part in this many of the database's time, */
const REST_FACTOR = 20;
/** unless metrics would become too old for alerts. */
const MAX_KEPT_MS = 60_000;
/** How long a scrape waits for fresh metrics; then it gets the last ones. */
const MAX_WAITED_MS = 3_000;

/**
 * Reads the metrics of all sources in turn on a scrape, for all scrapes of the next seconds. A source that
 * fails or takes longer than two seconds is left out, and the others continue.
 */
export class FigureReader {
  readonly #options: FigureReaderOptions;
  readonly #sources: FigureSource[] = [];
  #samples = new Map<string, FigureSample[]>();
  #isUp = new Map<string, boolean>();
  #reading: Promise<void> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #usableUntil = Number.NEGATIVE_INFINITY;

  constructor(options: FigureReaderOptions) {
    this.#options = options;
    this.#register('trivium_figures_read', 'Whether this part of the figures could be read: 1 or 0.', () =>
      [...this.#isUp].map(([part, isUp]) => ({ labels: { part }, value: isUp ? 1 : 0 })),
    );
    this.#register(
      'trivium_figures_age_seconds',
      'How long ago the figures of the installation were read.',
      () =>
        Number.isFinite(this.#readAt)
          ? [{ labels: {}, value: (performance.now() - this.#readAt) / 1_000 }]
          : [],
    );
  }

  add(...sources: readonly FigureSource[]): void {
    for (const source of sources) {
      this.#sources.push(source);
      for (const { name, help } of source.figures) {
        this.#register(name, help, () =>
          (this.#samples.get(name) ?? []).flatMap(({ labels = {}, value }) =>
            value === null ? [] : [{ labels, value }],
          ),
        );
      }
    }
  }

  /** Resolves when the metrics are fresh, or after three seconds. */
  async read(): Promise<void> {
    if (this.#reading === undefined && performance.now() >= this.#usableUntil) {
      this.#reading = this.#readAll().finally(() => {
        this.#reading = undefined;
      });
    }
    if (this.#reading === undefined) return;
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, MAX_WAITED_MS);
    });
    await Promise.race([this.#reading, waited]);
    clearTimeout(timer);
  }

  /** Resolves once no read is in progress. */
  async stop(): Promise<void> {
    this.#usableUntil = Number.POSITIVE_INFINITY;
    await this.#reading;
  }

  async #readAll(): Promise<void> {
    const startedAt = performance.now();
    const samples = new Map<string, FigureSample[]>();
    const isUp = new Map<string, boolean>();
    for (const source of this.#sources) {
      const read = await this.#readOne(source);
      isUp.set(source.part, read !== undefined);
      for (const sample of read ?? [])
        samples.set(sample.name, [...(samples.get(sample.name) ?? []), sample]);
    }
    this.#samples = samples;
    this.#isUp = isUp;
    this.#readAt = performance.now();
    const tookMs = this.#readAt - startedAt;
    const restMs = Math.min(tookMs * REST_FACTOR, MAX_KEPT_MS);
    this.#usableUntil = this.#readAt + Math.max(this.#options.keptMs ?? KEPT_MS, restMs);
  }

  async #readOne(source: FigureSource): Promise<FigureSample[] | undefined> {
    try {
      return await inTransaction(this.#options.pool, async (query) => {
        await query('set transaction read only');
        await query(`set local statement_timeout = '2s'`);
        return source.read(query);
      });
    } catch (error) {
      this.#options.onError(error, source.part);
      return undefined;
    }
  }

  #register(name: string, help: string, values: () => object[]): void {
    const get = async () => {
      await this.read();
      return { name, help, type: 'gauge', aggregator: 'sum', values: values() };
    };
    this.#options.registry.registerMetric({ name, help, type: 'gauge', get } as unknown as Metric);
  }
}
