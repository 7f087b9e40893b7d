import { SubNav } from '../../parts/sub-nav.tsx';

/** Own rules, and built-in ones. */
export function RulesNav({ here }: { here: string }) {
  const links = [
    { label: 'Custom rules', href: '#/review/rules' },
    { label: 'All rules', href: '#/review/rules/all' },
  ];
  return <SubNav label="Rules of the review" links={links} here={here} />;
}

export const rulesCrumbs = [
  { label: 'Review', href: '#/review' },
  { label: 'Rules', href: '#/review/rules' },
];
