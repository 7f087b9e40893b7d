import { SubNav } from '../../parts/sub-nav.tsx';

/** The section's sub-navigation. */
export function EventsNav({ here }: { here: string }) {
  return (
    <SubNav
      label="Events"
      here={here}
      links={[
        { label: 'Events', href: '#/events' },
        { label: 'Event types', href: '#/events/types' },
        { label: 'Event log and proofs', href: '#/events/log' },
      ]}
    />
  );
}
