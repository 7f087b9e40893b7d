import { type MouseEvent, memo, type ReactNode } from 'react';
import type { Column } from './data-table.tsx';
import { Breaking } from './format.tsx';
import type { Select } from './selection.ts';

interface RowProps<Item> {
  at: number;
  measure: (row: HTMLElement | null) => void;
  item: Item;
  columns: Column<Item>[];
  rowHref: ((item: Item) => string) | undefined;
  rowActions: ((item: Item) => ReactNode) | undefined;
  /** Undefined when rows cannot be selected. */
  select: Select | undefined;
  isSelected: boolean;
  /** Label of its checkbox; undefined when this row cannot be selected. */
  selectName: string | undefined;
}

/**
 * A scroll step renders the table two or three times; memoized, so that unchanged rows are not rendered
 * again.
 */
export const DataRow = memo(function DataRow<Item>({
  at,
  measure,
  item,
  columns,
  rowHref,
  rowActions,
  select,
  isSelected,
  selectName,
}: RowProps<Item>) {
  return (
    <div
      ref={measure}
      data-index={at}
      role="row"
      aria-rowindex={at + 2}
      className={isSelected ? 'table-row chosen' : 'table-row'}
    >
      {select && (
        <div role="cell" className="row-select">
          {selectName !== undefined && (
            <input
              type="checkbox"
              aria-label={selectName}
              checked={isSelected}
              onClick={(event: MouseEvent) => select(at, event.shiftKey)}
              readOnly
            />
          )}
        </div>
      )}
      {columns.map(({ title, cell, align }, place) => (
        <div role="cell" key={title} data-title={title} className={align}>
          {place === 0 && rowHref ? (
            <a className="row-link" href={rowHref(item)}>
              {shown(cell(item))}
            </a>
          ) : (
            <div>{shown(cell(item))}</div>
          )}
        </div>
      ))}
      {rowActions && (
        <div role="cell" className="row-actions">
          {rowActions(item)}
        </div>
      )}
    </div>
  );
}) as <Item>(props: RowProps<Item>) => ReactNode;

/** A single long word may break between its parts. */
function shown(cell: ReactNode): ReactNode {
  return typeof cell === 'string' && /^\S{12,}$/.test(cell) ? <Breaking name={cell} /> : cell;
}
