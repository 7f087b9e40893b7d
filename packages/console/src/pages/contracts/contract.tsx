import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useList, useRead } from '../../api/read.ts';
import type { PageProps } from '../../app/router.tsx';
import { CopyText } from '../../parts/button.tsx';
import { Json } from '../../parts/code.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { count, plural } from '../../parts/format.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { RecordFacts } from '../../parts/record.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { ContractHealth } from './contract-health.tsx';
import { Transactions } from './transactions.tsx';

/** One contract: health, deployments and history. */
export function ContractPage({ params: { id = '' } }: PageProps) {
  const params = { id };
  const contract = useRead('getContract', { params });
  return (
    <>
      <PageHead
        title={contract.data?.name ?? 'Contract'}
        crumbs={[{ label: 'Contracts', href: '#/contracts' }]}
        beside={contract.data && <Status state={contract.data.status} />}
      />
      <Shown of={contract}>
        {({ abi, deployments: _own, health: _figures, ...rest }) => (
          <>
            <RecordFacts of={rest} label={rest.name} without={['name', 'status']} />
            <details className="nested">
              <summary>ABI</summary>
              <Json value={abi} label="ABI" />
            </details>
          </>
        )}
      </Shown>
      <ContractHealth id={id} />
      <Deployments id={id} />
      <Transactions contractId={id} />
    </>
  );
}

/** All that were asked for, or how many of them so far. */
function confirmed({ confirmations, confirmations_required: required }: ItemOf<'listDeployments'>): string {
  return confirmations >= required ? count(confirmations) : `${confirmations} of ${required}`;
}

function Deployments({ id }: { id: string }) {
  const deployments = useList('listDeployments', { params: { id } });
  return (
    <Section title="Deployments">
      <DataTable
        label="Deployments"
        list={deployments}
        rowKey={(one) => one.deployment_id}
        columns={[
          { title: 'Network', cell: (one) => (one.simulated ? `${one.network}, simulated` : one.network) },
          {
            title: 'Address',
            width: '2fr',
            cell: (one) => one.address && <CopyText text={one.address} label="address" />,
          },
          { title: 'Version', cell: (one) => one.version },
          { title: 'Status', cell: (one) => <Status state={one.status} /> },
          { title: 'Confirmations', cell: (one) => confirmed(one) },
          { title: 'Cost', cell: (one) => (one.cost_eth === null ? '–' : `${one.cost_eth} ETH`) },
        ]}
        say={(total) => plural(total, 'deployment')}
        empty={<Empty title="It is not deployed." />}
      />
    </Section>
  );
}
