import { required } from '../../packages/server/src/kit/required.ts';

/** How long and how hard a part of the soak goes on. */
export interface SoakLimits {
  /** For parts that repeat: no new round after so long. */
  maxMs: number;
  /** For parts that kill: at most so many kills. */
  kills: number;
  /** Of the run without a fault. */
  events: number;
  /** How long the database is away. */
  awayMs: number;
  say(line: string): void;
}

/** What a part found. */
export interface SoakResult {
  /** For people, in the order in which they are shown. */
  figures: Record<string, string | number>;
  /** Promises that were broken; empty when all is well. */
  broken: string[];
}

export type SoakPart = (limits: SoakLimits) => Promise<SoakResult>;

/** The names of the conditions that do not hold. */
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
