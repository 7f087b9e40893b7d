import { type InfiniteData, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { operations } from '../../../sdk/src/api.generated.ts';

/** After a change, when to look again, in milliseconds: what it set going takes its time. */
const LOOK_AGAIN_MS = [400, 1_000, 2_500, 6_000, 15_000];
/** Lists of more pages are not followed live: each look would read all of them. */
export const FOLLOWED_PAGES = 4;
/** Of longer lists only the first pages are read again after a change of one's own. */
const REFRESHED_PAGES = 20;

/**
 * Reads what is shown anew because something happened, except for what is too long for that, and for what the events of
 * these sources do not change.
 */
export function refreshLive(client: QueryClient, sources?: ReadonlySet<string>): void {
  const predicate = (query: Query) => pagesOf(query) <= FOLLOWED_PAGES && mayChange(query, sources);
  void client.invalidateQueries({ refetchType: 'active', predicate });
}

/** Reads anew what of that which is shown changes without an event: a delivery that ends, or is given up, is none. */
export function refreshUntold(client: QueryClient): void {
  const predicate = (query: Query) =>
    pagesOf(query) <= FOLLOWED_PAGES && /^\/v1\/webhooks\//.test(pathOf(query));
  void client.invalidateQueries({ refetchType: 'active', predicate });
}

const rows = operations as unknown as Record<string, { path: string } | undefined>;

/** What the events of one source alone change, or none does, by its path. */
const changedBy: [path: RegExp, source: string | undefined][] = [
  [/^\/v1\/review\//, 'review'],
  [/^\/v1\/(keys|users|invitations)\b/, 'access'],
  // What shows requests looks again by itself.
  [/^\/v1\/(views|requests)\b/, undefined],
  [/^\/v1\/contracts\/executions\/\{\w+\}\/calls$/, undefined],
];

function pathOf({ queryKey: [operation] }: Query): string {
  return rows[String(operation)]?.path ?? '';
}

/** A busy log would use up the reads an hour that others are allowed. */
function mayChange(query: Query, sources: ReadonlySet<string> | undefined): boolean {
  const path = pathOf(query);
  const known = changedBy.find(([those]) => those.test(path));
  if (known === undefined) return true;
  const [, source] = known;
  return source !== undefined && (sources === undefined || sources.has(source));
}

/** Reads everything that is shown anew, since this page changed something. */
function refreshAll(client: QueryClient): void {
  for (const query of client.getQueryCache().getAll()) {
    if (pagesOf(query) <= REFRESHED_PAGES) continue;
    client.setQueryData<InfiniteData<unknown>>(query.queryKey, (data) => data && firstPagesOf(data));
  }
  void client.invalidateQueries({ refetchType: 'active' });
}

function firstPagesOf({ pages, pageParams }: InfiniteData<unknown>): InfiniteData<unknown> {
  return { pages: pages.slice(0, REFRESHED_PAGES), pageParams: pageParams.slice(0, REFRESHED_PAGES) };
}

function pagesOf(query: Query): number {
  const data = query.state.data as Partial<InfiniteData<unknown>> | undefined;
  return Array.isArray(data?.pageParams) ? data.pageParams.length : 1;
}

const looks = new WeakMap<QueryClient, ReturnType<typeof setTimeout>[]>();

/**
 * Reads everything that is shown anew: now, and a few times more while the change may be at work, also when the part of
 * the page that asked for it is gone.
 */
export function useRefresh(): () => void {
  const client = useQueryClient();
  return () => {
    looks.get(client)?.forEach(clearTimeout);
    refreshAll(client);
    looks.set(
      client,
      LOOK_AGAIN_MS.map((delay) => setTimeout(() => refreshLive(client), delay)),
    );
  };
}
