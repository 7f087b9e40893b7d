import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { ListState } from '../api/read.ts';
import { Button } from './button.tsx';
import { DataRow } from './data-row.tsx';
import { useDrawnRows } from './drawn-rows.ts';
import { atLeast, count } from './format.tsx';
import { useListKeys } from './list-keys.ts';
import { type Selection, useSelect } from './selection.ts';
import { Failure, Loading } from './states.tsx';
import { useMedia } from './use-media.ts';

export interface Column<Item> {
  title: string;
  /** The first column contains the row's link: give it text, not a link of its own. */
  cell: (item: Item) => ReactNode;
  /** Column width, such as `2fr`; `1fr` by default. */
  width?: string;
  align?: 'end';
}

interface DataTableProps<Item> {
  /** Label for screen readers. */
  label: string;
  list: Pick<
    ListState<Item>,
    | 'items'
    | 'total'
    | 'error'
    | 'isLoading'
    | 'isFetchingMore'
    | 'hasMore'
    | 'isMinimum'
    | 'isFollowed'
    | 'fetchMore'
    | 'refetch'
  >;
  columns: Column<Item>[];
  rowKey: (item: Item) => string;
  /** Where a row links to; the whole row is clickable. */
  rowHref?: (item: Item) => string;
  /** Buttons at the end of the row. */
  rowActions?: (item: Item) => ReactNode;
  /** Makes rows selectable, by checkbox or `x`, for bulk actions. */
  selection?: Selection<Item>;
  empty: ReactNode;
  /** Number of rows shown until all are requested, when more of the page follows. */
  first?: number;
  /** Formats the total, such as `plural(n, 'event')`; nothing when undefined. */
  say?: (total: number) => string;
}

/** Wraps rows already in memory as a list. */
export function listOf<Item>(items: Item[], total = items.length): DataTableProps<Item>['list'] {
  const isNot = { isLoading: false, isFetchingMore: false, hasMore: false };
  const nothing = () => {};
  return {
    items,
    total,
    error: undefined,
    ...isNot,
    isMinimum: false,
    isFollowed: true,
    fetchMore: nothing,
    refetch: nothing,
  };
}

const MANY_COLUMNS = 5;
/** Row buttons take the space of this many columns. */
const ACTIONS_AS_COLUMNS = 2;

/**
 * A list of any length: only visible rows are rendered, more are loaded while scrolling, `j` and `k` move
 * between rows, and where columns do not fit, as on a phone, rows become cards.
 */
export function DataTable<Item>({
  list,
  empty,
  first,
  say = (n) => `${count(n)} in all`,
  ...rest
}: DataTableProps<Item>) {
  const [isWhole, setWhole] = useState(false);
  if (list.items.length > 0) {
    const isCut = first !== undefined && !isWhole && list.items.length > first;
    const shown = isCut ? { ...list, items: list.items.slice(0, first), hasMore: false } : list;
    return (
      <>
        <Rows list={shown} {...rest} />
        <div className="actions table-foot">
          <p className="quiet" role="status">
            {list.isFetchingMore ? 'Reading more …' : atLeast(list.isMinimum, say(list.total))}
            {!list.isFollowed && '. A list this long is not updated live.'}
          </p>
          {isCut && (
            <Button aria-label={`Show all of ${rest.label}`} onPress={() => setWhole(true)}>
              Show all
            </Button>
          )}
          {!list.isFollowed && <Button onPress={list.refetch}>Reload</Button>}
        </div>
      </>
    );
  }
  if (list.error) return <Failure error={list.error} retry={list.refetch} />;
  if (list.isLoading) return <Loading lines={6} />;
  // The search may have covered only a part so far, without a match.
  if (list.hasMore) return <SearchOn list={list} />;
  return <>{empty}</>;
}

/** No column is narrower than the longest word of its bold header, which would otherwise break mid-word. */
function longestWord(title: string): number {
  return Math.max(...title.split(' ').map((word) => word.length));
}

function SearchOn({ list }: { list: { fetchMore: () => void } }) {
  useEffect(() => list.fetchMore());
  return <Loading lines={6} />;
}

function Rows<Item>({
  label,
  list,
  columns,
  rowKey,
  rowHref,
  rowActions,
  selection,
}: Omit<DataTableProps<Item>, 'empty' | 'say'>) {
  const { items, hasMore, fetchMore } = list;
  const body = useRef<HTMLDivElement>(null);
  // Next to a tablet's navigation, many columns would break mid-word.
  const room = columns.length + (rowActions ? ACTIONS_AS_COLUMNS : 0);
  const isStacked = useMedia(`(max-width: ${room >= MANY_COLUMNS ? 1060 : 760}px)`);
  // Requested repeatedly while rows are measured: rebuilding a string costs its hash every time.
  const keys = useMemo(() => items.map(rowKey), [items, rowKey]);
  const { shown, measure, scrollTo, before, after } = useDrawnRows({ body, keys, hasMore });
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= items.length - 10) fetchMore();
  }, [hasMore, last, items.length, fetchMore]);
  const select = useSelect(items, keys, selection);
  useListKeys(body, scrollTo, items.length, selection && select);
  const template = [
    ...(selection ? ['1.2rem'] : []),
    ...columns.map(({ title, width = '1fr' }) => `minmax(${longestWord(title) + 1}ch, ${width})`),
    ...(rowActions ? ['8.5rem'] : []),
  ];
  return (
    <div
      className={isStacked ? 'table stacked' : 'table'}
      role="table"
      aria-label={label}
      aria-rowcount={items.length + 1}
      style={{ '--columns': template.join(' ') } as React.CSSProperties}
    >
      <TableHead columns={columns} hasActions={rowActions !== undefined} hasBoxes={selection !== undefined} />
      <div ref={body} role="rowgroup" style={{ paddingTop: before, paddingBottom: after }}>
        {shown.map(({ index, key }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <DataRow
              key={key as string}
              at={index}
              measure={measure}
              item={item}
              columns={columns}
              rowHref={rowHref}
              rowActions={rowActions}
              select={selection && select}
              isSelected={selection?.keys.has(keys[index] ?? '') ?? false}
              selectName={selection?.nameOf(item)}
            />
          );
        })}
      </div>
    </div>
  );
}

interface HeadProps<Item> {
  columns: Column<Item>[];
  hasActions: boolean;
  hasBoxes: boolean;
}

function TableHead<Item>({ columns, hasActions, hasBoxes }: HeadProps<Item>) {
  return (
    <div className="table-head" role="rowgroup">
      <div className="table-row" role="row" aria-rowindex={1}>
        {hasBoxes && (
          <div role="columnheader">
            <span className="unseen">Chosen</span>
          </div>
        )}
        {columns.map(({ title, align }) => (
          <div role="columnheader" key={title} className={align}>
            {title}
          </div>
        ))}
        {hasActions && (
          <div role="columnheader">
            <span className="unseen">Actions</span>
          </div>
        )}
      </div>
    </div>
  );
}
