import type { CpuShares } from './cpu-window.ts';

/** A line of the table of `npm run bench`. */
export interface Figure {
  name: string;
  /** What the service reached, and what stands beside it: a bare limit, or the same without the disturbance. */
  ours: string;
  bare?: string;
  /** The number that is judged: a ratio when there is something to compare with, else a plain figure. */
  value: number;
  unit: 'ratio' | 'ms' | 'cores' | '/s' | 'MB' | 'per event';
  floor: number;
  aim: number;
  better: 'higher' | 'lower';
  /** The values of the single windows, for the spread. */
  spread?: number[];
  /** CPU cores that something else on the machine used meanwhile. */
  othersCores: number;
  /** What went wrong: lost or repeated deliveries, refused requests. Any of it fails the figure. */
  faults: string[];
  details: unknown;
}

export type Verdict = 'aim met' | 'floor met' | 'below floor' | 'faulty';

export function judge({ value, floor, aim, better, faults }: Figure): Verdict {
  if (faults.length > 0 || Number.isNaN(value)) return 'faulty';
  const reaches = (bound: number) => (better === 'higher' ? value >= bound : value <= bound);
  return reaches(aim) ? 'aim met' : reaches(floor) ? 'floor met' : 'below floor';
}

/** Above this many cores used by others, a measurement on two cores says more about them than about us. */
export const QUIET_CORES = 0.15;

export function isQuiet({ others, stolen }: CpuShares): boolean {
  return others + stolen <= QUIET_CORES;
}
