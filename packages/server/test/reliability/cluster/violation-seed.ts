import type { History } from './history.ts';

/** Picks one item of a list; undefined if it is empty. */
export type Pick = <T>(items: readonly T[]) => T | undefined;

/** The parts of a history that differ after one thing went wrong; undefined if the history has no data for it. */
export type Seed = (history: History, pick: Pick) => Partial<History> | undefined;

/** A number that does not occur in a record. */
export const NOBODYS = 1e9;

export function replace<T>(items: readonly T[], one: T, by: T): T[] {
  return items.map((item) => (item === one ? by : item));
}

export function without<T>(items: readonly T[], one: T): T[] {
  return items.filter((item) => item !== one);
}
