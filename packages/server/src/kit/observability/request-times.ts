import type { Metric, Registry } from 'prom-client';
import { TimeBuckets } from './time-buckets.ts';

export interface TimesOptions {
  name: string;
  help: string;
  /** Upper bounds of the buckets in seconds, ascending. */
  bounds: readonly number[];
  registry: Registry;
}

interface Series {
  labels: { method: string; route: string; status: string };
  buckets: TimeBuckets;
}

/**
 * The histogram of request durations. It counts on its own and prom-client reads it on a scrape: prom-client
 * validates and hashes labels at each observation, which costs more than all other bookkeeping for a request.
 */
export class RequestTimes {
  readonly #name: string;
  readonly #bounds: readonly number[];
  readonly #byRoute = new Map<string, Map<string, Map<number, Series>>>();

  constructor({ name, help, bounds, registry }: TimesOptions) {
    this.#name = name;
    this.#bounds = bounds;
    registerHistogram(registry, name, help, () => this.#values());
  }

  /** `traceId` becomes the exemplar where the format supports them. */
  observe(route: string, method: string, status: number, seconds: number, traceId?: string): void {
    const series = this.#byRoute.get(route)?.get(method)?.get(status) ?? this.#open(route, method, status);
    series.buckets.observe(seconds, traceId);
  }

  #open(route: string, method: string, status: number): Series {
    const byMethod = this.#byRoute.get(route) ?? new Map<string, Map<number, Series>>();
    const byStatus = byMethod.get(method) ?? new Map<number, Series>();
    this.#byRoute.set(route, byMethod.set(method, byStatus));
    const labels = { method, route, status: String(status) };
    const series = { labels, buckets: new TimeBuckets(this.#bounds) };
    byStatus.set(status, series);
    return series;
  }

  #values(): object[] {
    const values: object[] = [];
    for (const byMethod of this.#byRoute.values()) {
      for (const byStatus of byMethod.values()) {
        for (const { labels, buckets } of byStatus.values())
          values.push(...buckets.values(this.#name, labels));
      }
    }
    return values;
  }
}

/** A histogram of durations without labels, just as cheap. */
export class Times {
  readonly #buckets: TimeBuckets;

  constructor({ name, help, bounds, registry }: TimesOptions) {
    this.#buckets = new TimeBuckets(bounds);
    registerHistogram(registry, name, help, () => this.#buckets.values(name, {}));
  }

  observe(seconds: number, traceId?: string): void {
    this.#buckets.observe(seconds, traceId);
  }
}

function registerHistogram(registry: Registry, name: string, help: string, values: () => object[]): void {
  const get = async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: values() });
  registry.registerMetric({ name, help, type: 'histogram', get } as unknown as Metric);
}
