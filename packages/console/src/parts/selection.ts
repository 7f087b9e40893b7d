import { useCallback, useEffect, useRef } from 'react';

/** Selected rows, by key, for bulk actions. */
export interface Selection<Item> {
  keys: ReadonlySet<string>;
  change: (keys: ReadonlySet<string>) => void;
  /** A row's label for screen readers; undefined when it cannot be selected. */
  nameOf: (item: Item) => string | undefined;
}

/** Toggles a row; with `isRange`, selects all rows from the previous one. */
export type Select = (at: number, isRange: boolean) => void;

/** A stable function, so that unchanged rows are not rendered again. */
export function useSelect<Item>(
  items: readonly Item[],
  keys: readonly string[],
  selection: Selection<Item> | undefined,
): Select {
  const before = useRef<number>(undefined);
  const now = useRef({ items, keys, selection });
  useEffect(() => {
    now.current = { items, keys, selection };
  });
  return useCallback((at, isRange) => {
    const { items: rows, keys: names, selection: chosen } = now.current;
    const key = names[at];
    if (chosen === undefined || key === undefined) return;
    const next = new Set(chosen.keys);
    const isOn = !next.has(key);
    const from = isRange ? Math.min(before.current ?? at, rows.length - 1) : at;
    for (let one = Math.min(from, at); one <= Math.max(from, at); one++) {
      const row = rows[one];
      const name = names[one];
      if (row === undefined || name === undefined || chosen.nameOf(row) === undefined) continue;
      if (isOn) next.add(name);
      else next.delete(name);
    }
    before.current = at;
    chosen.change(next);
  }, []);
}
