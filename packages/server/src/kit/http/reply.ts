import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { countedUpTo, type PagePlace } from '../db/index.ts';

/** What a handler returns. `json` is serialized JSON; `stream` is sent as it is produced. */
export interface Reply {
  status: number;
  body?: unknown;
  json?: string;
  stream?: Readable;
  headers?: Record<string, string>;
}

export const ok = (body: unknown): Reply => ({ status: 200, body });

/** A page of a list: its items under their plural name, the total, and the page's position. */
export function okList(
  name: string,
  items: unknown[],
  total: number,
  page: PagePlace,
): Reply | Promise<Reply> {
  const place = placeOf(total, page, items.length);
  return items.length <= FEW_ITEMS ? ok({ [name]: items, ...place }) : writeList(name, items, place);
}

/** What every list says about its page. `total_is_minimum` is there only if it is true. */
export function placeOf(total: number, page: PagePlace, items: number) {
  return {
    total,
    ...(total === countedUpTo(page) && { total_is_minimum: true }),
    ...page,
    has_more: page.offset + items < total,
  };
}

const FEW_ITEMS = 10;
const TURN_MS = 5;

/** A page of the largest items is hundreds of megabytes: other requests get their turns in between. */
async function writeList(name: string, items: readonly unknown[], place: object): Promise<Reply> {
  const texts: string[] = [];
  let since = performance.now();
  for (const item of items) {
    texts.push(JSON.stringify(item));
    if (performance.now() - since < TURN_MS) continue;
    await setImmediate();
    since = performance.now();
  }
  return {
    status: 200,
    json: `{${JSON.stringify(name)}:[${texts.join()}],${JSON.stringify(place).slice(1)}`,
  };
}

export const created = (body: unknown): Reply => ({ status: 201, body });
export const accepted = (body: unknown): Reply => ({ status: 202, body });
export const noContent = (): Reply => ({ status: 204 });
