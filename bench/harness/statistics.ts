import { required } from '../../packages/server/src/kit/required.ts';

export interface LatencyFigures {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** Percentiles of latencies in milliseconds. */
export function latencyFigures(values: ArrayLike<number>): LatencyFigures {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? required(sorted[middle], 'one of sorted')
    : (required(sorted[middle - 1], 'one of sorted') + required(sorted[middle], 'one of sorted')) / 2;
}

export function describeLatency({ p50, p95, p99, max }: LatencyFigures): string {
  return `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)}, max ${max.toFixed(1)} ms`;
}
