import type { Reply } from './route.ts';

export const ok = (body: unknown): Reply => ({ status: 200, body });

/** A page of a list: its items under their plural name, how many there are in all, and where the page stands. */
export function okList(
  name: string,
  items: unknown[],
  total: number,
  page: { limit: number; offset: number },
): Reply {
  return ok({ [name]: items, total, ...page, has_more: page.offset + items.length < total });
}

export const created = (body: unknown): Reply => ({ status: 201, body });
export const accepted = (body: unknown): Reply => ({ status: 202, body });
export const noContent = (): Reply => ({ status: 204 });
