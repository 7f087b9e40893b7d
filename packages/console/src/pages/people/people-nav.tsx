import { SubNav } from '../../parts/sub-nav.tsx';

/** The parts of the section. */
export function PeopleNav({ here }: { here: string }) {
  return (
    <SubNav
      label="People"
      here={here}
      links={[
        { label: 'People', href: '#/people' },
        { label: 'Who did what', href: '#/people/log' },
      ]}
    />
  );
}
