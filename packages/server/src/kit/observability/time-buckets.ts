export interface Exemplar {
  labelSet: { trace_id: string };
  value: number;
  /** Unix seconds. */
  timestamp: number;
}

/** One series of a duration histogram. Keeps the most recent exemplar of each bucket. */
export class TimeBuckets {
  readonly #bounds: readonly number[];
  /** Count per bucket; the last is for values above all bounds. */
  readonly #counts: Float64Array;
  #sum = 0;
  #exemplars: Exemplar[] | undefined;

  /** `bounds`: upper bounds of the buckets in seconds, ascending. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(seconds: number, traceId?: string): void {
    const bounds = this.#bounds;
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? Infinity)) bucket++;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += seconds;
    if (traceId === undefined) return;
    this.#exemplars ??= [];
    this.#exemplars[bucket] = {
      labelSet: { trace_id: traceId },
      value: seconds,
      timestamp: Date.now() / 1_000,
    };
  }

  /** The values in the form that prom-client's registry takes. */
  values(name: string, labels: Record<string, string>): object[] {
    let total = 0;
    const buckets = [...this.#bounds, '+Inf'].map((le, i) => {
      total += this.#counts[i] ?? 0;
      const exemplar = this.#exemplars?.[i];
      return {
        metricName: `${name}_bucket`,
        labels: { le, ...labels },
        value: total,
        ...(exemplar && { exemplar }),
      };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: total },
    ];
  }
}
