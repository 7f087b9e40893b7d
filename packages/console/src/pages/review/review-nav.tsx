import { SubNav } from '../../parts/sub-nav.tsx';

/** The section's sub-navigation. */
export function ReviewNav({ here }: { here: string }) {
  const links = [
    { label: 'Applications', href: '#/review' },
    { label: 'Suppressed', href: '#/review/set-aside' },
    { label: 'Rules', href: '#/review/rules' },
  ];
  return <SubNav label="Application review" links={links} here={here} />;
}
