import { required } from '../../packages/server/src/kit/required.ts';

/** Duration and intensity of a part of the soak. */
export interface SoakLimits {
  /** For parts that repeat: no new round after this time. */
  maxMs: number;
  /** For parts that kill: maximum number of kills. */
  kills: number;
  /** For the run without a fault. */
  events: number;
  /** Duration of a database outage. */
  awayMs: number;
  print(line: string): void;
}

/** The result of a part. */
export interface SoakResult {
  /** For people, in the order of the output. */
  figures: Record<string, string | number>;
  /** Broken promises; empty if all is well. */
  broken: string[];
}

export type SoakPart = (limits: SoakLimits) => Promise<SoakResult>;

export function brokenOf(conditions: Record<string, boolean>): string[] {
  return Object.entries(conditions)
    .filter(([, holds]) => !holds)
    .map(([name]) => name);
}

export function worst(values: readonly number[]): string {
  return values.length === 0 ? '-' : `${Math.round(Math.max(...values))} ms`;
}

export function median(values: readonly number[]): string {
  if (values.length === 0) return '-';
  return `${Math.round(required(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)], 'one of values'))} ms`;
}
