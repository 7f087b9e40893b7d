import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAddress, useFilters } from '../app/router.tsx';
import { Button } from './button.tsx';
import { type ListName, SavedViews } from './saved-views.tsx';
import { useMedia } from './use-media.ts';

type Filters = Record<string, string | undefined>;

/**
 * The filters of a list. On a phone they collapse to a line with the number set, so that the list is visible.
 */
export function FilterBox({
  set,
  list,
  saves = set,
  children,
}: {
  set: Filters;
  /** The list whose saved filters are shown. Default: none. */
  list?: ListName;
  /** What a saved view contains, if more than the filters set here. */
  saves?: Filters;
  children: ReactNode;
}) {
  const hasRoom = useMedia('(min-width: 761px)');
  const [isOpen, setOpen] = useState(false);
  const count = Object.values(set).filter(Boolean).length;
  return (
    <search aria-label="Filters">
      <details
        className="filters-box"
        open={hasRoom || isOpen}
        onToggle={({ currentTarget }) => !hasRoom && setOpen(currentTarget.open)}
      >
        <summary>{count === 0 ? 'Filters' : `Filters (${count} set)`}</summary>
        <div className="filters">{children}</div>
      </details>
      <div className="filters-foot">
        {Object.values(saves).some(Boolean) && <SaveMenu names={Object.keys(saves)} />}
        {list !== undefined && <SavedViews list={list} set={saves} />}
      </div>
    </search>
  );
}

/** Clears all filters. */
function SaveMenu({ names }: { names: string[] }) {
  const [, search = ''] = useAddress().split('?', 2);
  const [, change] = useFilters(new URLSearchParams(search));
  const nothing = Object.fromEntries(names.map((name) => [name, '']));
  return (
    <Button kind="quiet" icon={X} onPress={() => change(nothing)}>
      Clear filters
    </Button>
  );
}
