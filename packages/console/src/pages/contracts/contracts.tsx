import { Boxes, Plus } from 'lucide-react';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useMay } from '../../api/client.ts';
import { useList } from '../../api/read.ts';
import { type PageProps, to, useFilters } from '../../app/router.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { Clamped } from '../../parts/clamped.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Choice } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { percent, plural, Time } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { ContractsNav } from './contracts-nav.tsx';
import { networkName, networkOptions, useNetworks } from './networks.tsx';
import { ContractStatus, HealthStatus } from './words.tsx';

type Listed = ItemOf<'listContracts'>;

const statuses = [
  { id: '', label: 'Any' },
  { id: 'deployed', label: 'Deployed' },
  { id: 'created', label: 'Not deployed' },
];

/** The registered contracts, with their health. */
export function ContractsPage({ search }: PageProps) {
  const [filters, change] = useFilters(search);
  const { network, status } = filters as { network?: string; status?: 'created' };
  const list = useList('listContracts', {
    query: { ...(network && { network }), ...(status && { status }) },
  });
  const networks = networkOptions(useNetworks(), network || 'devnet');
  const mayChange = useMay('contracts:write');
  const register = mayChange && (
    <LinkButton kind="main" icon={Plus} href="#/contracts/new">
      Register a contract
    </LinkButton>
  );
  return (
    <>
      <PageHead title="Contracts" actions={register} />
      <ContractsNav here="#/contracts" />
      <FilterBox set={{ network, status }}>
        <Choice
          label="Status"
          value={status ?? ''}
          onChange={(value) => change({ status: value })}
          options={statuses}
        />
        <Choice
          label="Network"
          value={network ?? ''}
          onChange={(value) => change({ network: value })}
          options={[{ id: '', label: 'Any' }, ...networks]}
        />
      </FilterBox>
      <DataTable
        label="Contracts"
        list={list}
        rowKey={(one) => one.id}
        rowHref={(one) => to`contracts/${one.id}`}
        columns={[
          { title: 'Name', width: '1.8fr', cell: (one) => <Clamped text={one.name} /> },
          { title: 'Version', width: '0.7fr', cell: (one) => one.version },
          { title: 'Network', cell: (one) => networkName(one.network) },
          { title: 'Status', width: '1.2fr', cell: (one) => <ContractStatus state={one.status} /> },
          { title: 'Health', width: '1.4fr', cell: healthOf },
          { title: 'Last executed', cell: (one) => <Time at={one.health.last_execution} /> },
          { title: 'Registered', cell: (one) => <Time at={one.created_at} /> },
        ]}
        say={(total) => plural(total, 'contract')}
        empty={<NoContract isFiltered={!!network || !!status} action={register} />}
      />
    </>
  );
}

/** A contract that never ran is not shown as healthy. */
function healthOf({ health, status }: Listed) {
  if (health.execution_count === 0) {
    return <span className="quiet">{status === 'created' ? '–' : 'Nothing executed'}</span>;
  }
  return (
    <>
      <HealthStatus state={health.status} />
      {health.failure_rate > 0 && (
        <span className="quiet reason">
          {percent(health.failure_rate, 1)} of {plural(health.execution_count, 'execution')}
        </span>
      )}
    </>
  );
}

function NoContract({ isFiltered, action }: { isFiltered: boolean; action: React.ReactNode }) {
  if (isFiltered) return <Empty title="No contract matches.">Choose another status or network.</Empty>;
  return (
    <Empty icon={Boxes} title="There is no contract yet." action={action}>
      Start with a template, Solidity source or an ABI. The network “Devnet” is part of the service and costs
      nothing.
    </Empty>
  );
}
