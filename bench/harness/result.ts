import type { CpuShares } from './cpu-window.ts';

/** One row in the table of `npm run bench`. */
export interface Figure {
  name: string;
  /** The result of the service, and what it is compared with: an upper limit, or the same without the disturbance. */
  ours: string;
  bare?: string;
  /** The number that is judged: a ratio if there is a comparison, otherwise the figure itself. */
  value: number;
  unit: 'ratio' | 'ms' | 'cores' | '/s' | 'MB' | 'per event';
  floor: number;
  aim: number;
  better: 'higher' | 'lower';
  /** The values of the single windows, which show the spread. */
  spread?: number[];
  /** CPU cores that other programs used during the measurement. */
  othersCores: number;
  /** What went wrong: lost or repeated deliveries, refused requests. Any fault fails the figure. */
  faults: string[];
  details: unknown;
}

export type Verdict = 'aim met' | 'floor met' | 'below floor' | 'faulty';

export function judge({ value, floor, aim, better, faults }: Figure): Verdict {
  if (faults.length > 0 || Number.isNaN(value)) return 'faulty';
  const reaches = (bound: number) => (better === 'higher' ? value >= bound : value <= bound);
  return reaches(aim) ? 'aim met' : reaches(floor) ? 'floor met' : 'below floor';
}

/** If other programs use more cores than this, a measurement on two cores depends more on them than on the service. */
export const QUIET_CORES = 0.15;

export function isQuiet({ others, stolen }: CpuShares): boolean {
  return others + stolen <= QUIET_CORES;
}
