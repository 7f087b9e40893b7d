import { numberOf } from './connect.ts';
import type { OutputOptions } from './print.ts';

export interface ListOptions extends OutputOptions {
  limit: string;
  all?: boolean;
}

const MAX_PAGE = 100;

/** How many items to show, and the page size: one more shows whether there are more. */
export function pagingOf({ limit, all }: ListOptions): { limit: number; pageSize: number } {
  const wanted = all ? Number.POSITIVE_INFINITY : numberOf(limit, '--limit', 1);
  return { limit: wanted, pageSize: Math.min(wanted + 1, MAX_PAGE) };
}

export function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
