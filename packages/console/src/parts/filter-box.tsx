import { type ReactNode, useState } from 'react';

/** What narrows a list. On a phone it is behind a line that says how many are set, so that the list is in sight. */
export function FilterBox({
  set,
  children,
}: {
  set: Record<string, string | undefined>;
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
    </search>
  );
}
