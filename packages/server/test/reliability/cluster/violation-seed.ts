import type { History } from './history.ts';

/** Picks one of a list, and nothing of an empty one. */
export type Pick = <T>(items: readonly T[]) => T | undefined;

/** What a history would have where one thing had gone wrong; undefined where there is nothing that could. */
export type Seed = (history: History, pick: Pick) => Partial<History> | undefined;

/** A number that nothing of a record has. */
export const NOBODYS = 1e9;

export function replace<T>(items: readonly T[], one: T, by: T): T[] {
  return items.map((item) => (item === one ? by : item));
}

export function without<T>(items: readonly T[], one: T): T[] {
  return items.filter((item) => item !== one);
}
