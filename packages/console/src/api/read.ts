import {
  type InfiniteData,
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { operations } from '../../../sdk/src/api.generated.ts';
import type { ItemOf, ListId, Operations } from '../../../sdk/src/index.ts';
import { toast } from '../parts/toast.tsx';
import { type Call, useShownCall } from './calls.tsx';
import { type Answer, type OperationId, useApi } from './client.ts';
import { noteRead } from './connection.ts';
import { FOLLOWED_PAGES, useRefresh } from './refresh.ts';

const PAGE = 50;

/** `onError` is called with every error, of reads and writes. */
export function createQueryClient(onError?: (error: unknown) => void): QueryClient {
  const queryCache = new QueryCache({
    onSuccess: () => noteRead(),
    onError: (error) => {
      noteRead(error);
      onError?.(error);
    },
  });
  return new QueryClient({
    queryCache,
    mutationCache: new MutationCache({ onError: (error) => onError?.(error) }),
    defaultOptions: {
      queries: { staleTime: 2_000, retry: false, refetchOnWindowFocus: true, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}

interface Input<Id extends OperationId> {
  params?: Operations[Id]['params'];
  query?: Operations[Id]['query'];
}

export interface ReadOptions<Id extends OperationId> {
  /** Polling interval in milliseconds; false to stop. */
  every?: (answer: Answer<Id> | undefined) => number | false;
  enabled?: boolean;
}

interface AnyReadOptions {
  every?: (answer: never) => number | false;
  enabled?: boolean;
}

/** Untyped, because the union of all operations is too large to distinguish here. */
function useAnyRead(
  operation: OperationId,
  given: object,
  { every, enabled = true }: AnyReadOptions = {},
): UseQueryResult<unknown> {
  const call = useCall(operation);
  useShownCall({ operation, ...given });
  const refetchInterval = (query: { state: { data: unknown } }) =>
    every?.(query.state.data as never) ?? false;
  return useQuery<unknown>({
    queryKey: [operation, given],
    queryFn: ({ signal }) => call({ ...given, signal }),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval,
  });
}

/** Reads one resource, keeps it up to date, and shows the call in "As API calls". */
export const useRead = useAnyRead as unknown as <Id extends OperationId>(
  operation: Id,
  input: Input<Id>,
  options?: ReadOptions<Id>,
) => UseQueryResult<Answer<Id>>;

/** The untyped operation, because the union of all operations is too large to distinguish here. */
function useCall(operation: OperationId): (input: object) => Promise<unknown> {
  return (useApi() as unknown as Record<OperationId, (input: object) => Promise<unknown>>)[operation];
}

export interface ListState<Item> {
  items: Item[];
  /** The total number, as far as the service knows. */
  total: number;
  /** There may be more than the total: the service counts a long list only in part. */
  isMinimum: boolean;
  error: unknown;
  isLoading: boolean;
  isFetchingMore: boolean;
  hasMore: boolean;
  /** Whether it refreshes when something happens; a list scrolled far does not. */
  isFollowed: boolean;
  fetchMore: () => void;
  refetch: () => void;
  /** The first page of the response, for data besides the items. */
  first: unknown;
}

interface ListPage {
  total?: number;
  total_is_minimum?: boolean;
  has_more?: boolean;
  next_cursor?: string | null;
  as_of?: number;
  offset?: number;
  [items: string]: unknown;
}

const lists = operations as unknown as Record<ListId, { items: string }>;

/** Reads a list page by page while scrolling, keeps it up to date, and shows the call in "As API calls". */
export function useList<Id extends ListId>(
  operation: Id,
  input: Input<Id>,
  { every, enabled = true }: { every?: (items: ItemOf<Id>[]) => number | false; enabled?: boolean } = {},
): ListState<ItemOf<Id>> {
  const call = useCall(operation);
  const name = lists[operation].items;
  const { query, ...rest } = input as { query?: Record<string, unknown> };
  useShownCall({ operation, ...rest, query });
  const itemsOf = (pages: ListPage[] | undefined) =>
    pages?.flatMap((page) => page[name] as ItemOf<Id>[]) ?? [];
  const countOf = (pages: ListPage[]) =>
    pages.reduce((sum, page) => sum + (page[name] as ItemOf<Id>[]).length, 0);
  const found = useInfiniteQuery<ListPage, Error, InfiniteData<ListPage>, unknown[], Record<string, unknown>>(
    {
      queryKey: [operation, input],
      queryFn: async ({ pageParam, signal }) =>
        (await call({ ...rest, query: { limit: PAGE, ...query, ...pageParam }, signal })) as ListPage,
      initialPageParam: {},
      getNextPageParam: (page, pages) => nextOf(page, () => countOf(pages)),
      enabled,
      placeholderData: keepPreviousData,
      refetchInterval: every ? (state) => every(itemsOf(state.state.data?.pages)) : false,
    },
  );
  const pages = found.data?.pages;
  const first = pages?.[0];
  // The same array as long as nothing was read: a list of thousands of rows is not to be put together in each render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages are all that changes
  const items = useMemo(() => itemsOf(pages), [pages]);
  return {
    items,
    total: first?.total ?? items.length,
    isMinimum: first?.total_is_minimum === true,
    error: found.error,
    isLoading: found.isLoading,
    isFetchingMore: found.isFetchingNextPage,
    hasMore: found.hasNextPage,
    isFollowed: (pages?.length ?? 0) <= FOLLOWED_PAGES,
    fetchMore: () => {
      if (found.hasNextPage && !found.isFetching) void found.fetchNextPage();
    },
    refetch: () => void found.refetch(),
    first,
  };
}

function nextOf(page: ListPage, countRead: () => number): Record<string, unknown> | undefined {
  if (page.next_cursor != null) return { cursor: page.next_cursor };
  if (page.has_more !== true) return undefined;
  // The log keeps growing; later pages use the same state as the first.
  return { offset: countRead(), ...(page.as_of !== undefined && { as_of: page.as_of }) };
}

export interface WriteOptions<Given, Done> {
  /** Success message; none when it returns undefined. */
  done?: (answer: Done, given: Given) => string | undefined;
  onDone?: (answer: Done, given: Given) => void;
  /** The call, for the view "As API calls"; forms add their own, including the input. */
  shows?: Call;
  /** The caller shows the error itself, for example at the field. */
  quiet?: boolean;
  /** Undoes it completely, if possible; offered for some seconds next to the success message. */
  undo?: (given: Given) => Promise<unknown>;
}

/** Runs an undo and reports the result. */
function useUndo(): (undo: () => Promise<unknown>) => Promise<void> {
  const refresh = useRefresh();
  return async (undo) => {
    try {
      await undo();
      toast('Undone.');
      refresh();
    } catch (error) {
      toast(`It could not be undone: ${error instanceof Error ? error.message : String(error)}`, 'bad');
    }
  };
}

/**
 * Makes a change, one at a time: a double click does it once. Afterwards all affected data is refreshed, and
 * the success or error is reported.
 */
export function useWrite<Given, Done>(
  write: (given: Given) => Promise<Done>,
  { done, onDone, shows, undo, quiet = false }: WriteOptions<Given, Done> = {},
) {
  useShownCall(shows);
  const refresh = useRefresh();
  const takeBack = useUndo();
  const isUnderWay = useRef(false);
  const mutation = useMutation({
    mutationFn: write,
    onSuccess: (answer, given) => {
      const said = done?.(answer, given);
      if (said !== undefined) toast(said, 'good', undo && (() => void takeBack(() => undo(given))));
      refresh();
      onDone?.(answer, given);
    },
    onError: (error) => {
      if (!quiet) toast(error instanceof Error ? error.message : String(error), 'bad');
    },
    onSettled: () => {
      isUnderWay.current = false;
    },
  });
  const { mutate: run } = mutation;
  // The same function in each render, so that rows of a list that call it stay as they are.
  const mutate = useCallback(
    (given: Given) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      run(given);
    },
    [run],
  );
  return { ...mutation, mutate: mutate as typeof mutation.mutate, shows };
}
