import { type ReactNode, useState } from 'react';
import { type ListName, SavedViews } from './saved-views.tsx';

/** What narrows a list. On a phone it is behind a line that says how many are set, so that the list is in sight. */
export function FilterBox({
  set,
  list,
  saves = set,
  children,
}: {
  set: Record<string, string | undefined>;
  /** Filters that are saved under a name are of this list. Left out: none are saved. */
  list?: ListName;
  /** What a view of it holds, where that is more than what is set here. */
  saves?: Record<string, string | undefined>;
  children: ReactNode;
}) {
  const [isOpen] = useState(() => matchMedia('(min-width: 761px)').matches);
  const count = Object.values(set).filter(Boolean).length;
  return (
    <search aria-label="Filters">
      <details className="filters-box" open={isOpen}>
        <summary>{count === 0 ? 'Filters' : `Filters (${count} set)`}</summary>
        <div className="filters">{children}</div>
      </details>
      {list !== undefined && <SavedViews list={list} set={saves} />}
    </search>
  );
}
