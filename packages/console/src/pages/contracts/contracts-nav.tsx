import { SubNav } from '../../parts/sub-nav.tsx';

const links = [
  { label: 'Contracts', href: '#/contracts' },
  { label: 'Wallets and limits', href: '#/contracts/wallets' },
  { label: 'Ingestion jobs', href: '#/contracts/jobs' },
  { label: 'Backups', href: '#/contracts/backups' },
  { label: 'Cluster', href: '#/contracts/cluster' },
];

export const contractsCrumbs = [{ label: 'Contracts', href: '#/contracts' }];

export function ContractsNav({ here }: { here: string }) {
  return <SubNav label="Contracts" links={links} here={here} />;
}
