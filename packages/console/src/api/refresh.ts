import { type InfiniteData, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { operations } from '../../../sdk/src/api.generated.ts';

/** When to refresh after a change, in milliseconds: its effects take time. */
const REFRESH_AGAIN_MS = [400, 1_000, 2_500, 6_000, 15_000];
/** Longer lists are not kept live: each refresh would read all their pages. */
export const FOLLOWED_PAGES = 4;
/** Of longer lists only the first pages are refreshed after the user's own change. */
const REFRESHED_PAGES = 20;

/**
 * Refreshes what is shown after an event, except lists that are too long and whatever events of these sources
 * do not affect.
 */
export function refreshLive(client: QueryClient, sources?: ReadonlySet<string>): void {
  const predicate = (query: Query) => pagesOf(query) <= FOLLOWED_PAGES && mayChange(query, sources);
  void client.invalidateQueries({ refetchType: 'active', predicate });
}

/** Refreshes what changes without an event, such as a delivery that ends or is given up. */
export function refreshUntold(client: QueryClient): void {
  const predicate = (query: Query) =>
    pagesOf(query) <= FOLLOWED_PAGES && /^\/v1\/webhooks\//.test(pathOf(query));
  void client.invalidateQueries({ refetchType: 'active', predicate });
}

const rows = operations as unknown as Record<string, { path: string } | undefined>;

/** By path: which data is changed only by events of one source, or by none. */
const changedBy: [path: RegExp, source: string | undefined][] = [
  [/^\/v1\/review\//, 'review'],
  [/^\/v1\/(keys|users|invitations)\b/, 'access'],
  // Request lists refresh on their own.
  [/^\/v1\/(views|requests)\b/, undefined],
  [/^\/v1\/contracts\/executions\/\{\w+\}\/calls$/, undefined],
];

function pathOf({ queryKey: [operation] }: Query): string {
  return rows[String(operation)]?.path ?? '';
}

/** Without this, a busy log would use up the organization's hourly read limit. */
function mayChange(query: Query, sources: ReadonlySet<string> | undefined): boolean {
  const path = pathOf(query);
  const known = changedBy.find(([those]) => those.test(path));
  if (known === undefined) return true;
  const [, source] = known;
  return source !== undefined && (sources === undefined || sources.has(source));
}

/** Refreshes everything shown, after a change by this page. */
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

const timers = new WeakMap<QueryClient, ReturnType<typeof setTimeout>[]>();

/**
 * Refreshes everything shown: now, and a few more times while the change may be taking effect, even if the
 * component that asked is unmounted.
 */
export function useRefresh(): () => void {
  const client = useQueryClient();
  return () => {
    timers.get(client)?.forEach(clearTimeout);
    refreshAll(client);
    timers.set(
      client,
      REFRESH_AGAIN_MS.map((delay) => setTimeout(() => refreshLive(client), delay)),
    );
  };
}
