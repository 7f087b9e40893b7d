import type { Metric, Registry } from 'prom-client';

interface Series {
  labels: { method: string; route: string; status: string };
  /** How many fell into each bucket; the last is for those above all bounds. */
  counts: Float64Array;
  sum: number;
}

/**
 * The histogram of request times. It counts by itself and is read by prom-client when a scrape asks: that one's
 * own checks and hashes its labels at each observation, which costs more than all else that is noted of a request.
 */
export class RequestTimes {
  readonly #name: string;
  readonly #bounds: readonly number[];
  readonly #byRoute = new Map<string, Map<string, Map<number, Series>>>();

  /** `bounds` are the upper bounds of the buckets in seconds, rising. */
  constructor(options: { name: string; help: string; bounds: readonly number[]; registry: Registry }) {
    const { name, help, bounds, registry } = options;
    this.#name = name;
    this.#bounds = bounds;
    const get = async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: this.#values() });
    registry.registerMetric({ name, help, type: 'histogram', get } as unknown as Metric);
  }

  observe(route: string, method: string, status: number, seconds: number): void {
    const series = this.#byRoute.get(route)?.get(method)?.get(status) ?? this.#open(route, method, status);
    const bounds = this.#bounds;
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? Infinity)) bucket++;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += seconds;
  }

  #open(route: string, method: string, status: number): Series {
    const byMethod = this.#byRoute.get(route) ?? new Map<string, Map<number, Series>>();
    const byStatus = byMethod.get(method) ?? new Map<number, Series>();
    this.#byRoute.set(route, byMethod.set(method, byStatus));
    const labels = { method, route, status: String(status) };
    const series = { labels, counts: new Float64Array(this.#bounds.length + 1), sum: 0 };
    byStatus.set(status, series);
    return series;
  }

  #values(): object[] {
    const values: object[] = [];
    for (const byMethod of this.#byRoute.values()) {
      for (const byStatus of byMethod.values()) {
        for (const series of byStatus.values()) values.push(...this.#valuesOf(series));
      }
    }
    return values;
  }

  #valuesOf({ labels, counts, sum }: Series): object[] {
    const name = this.#name;
    let total = 0;
    const buckets = [...this.#bounds, '+Inf'].map((le, i) => {
      total += counts[i] ?? 0;
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: total };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: total },
    ];
  }
}
