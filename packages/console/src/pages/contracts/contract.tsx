import { useList, useRead } from '../../api/read.ts';
import type { PageProps } from '../../app/router.tsx';
import { CopyText } from '../../parts/button.tsx';
import { Json } from '../../parts/code.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { RecordFacts } from '../../parts/record.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';

/** One contract: health, deployments and history. */
export function ContractPage({ params: { id = '' } }: PageProps) {
  const params = { id };
  const contract = useRead('getContract', { params });
  const health = useRead('getContractHealth', { params });
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
      <Section title="Health">
        <Shown of={health}>
          {({ status, metrics, windows, alerts }) => (
            <>
              <p>
                <Status state={status} />
              </p>
              {alerts.map(({ alert_id, status: state, rule_name, message, triggered_at }) => (
                <p key={alert_id} className={state === 'firing' ? 'note bad' : 'note'}>
                  <span>
                    <strong>{rule_name}</strong>, {state} since <Time at={triggered_at} />: {message}
                  </span>
                </p>
              ))}
              <RecordFacts of={{ ...metrics, windows }} label="health" />
            </>
          )}
        </Shown>
      </Section>
      <Deployments id={id} />
      <History id={id} />
    </>
  );
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
          { title: 'Confirmations', cell: (one) => `${one.confirmations} of ${one.confirmations_required}` },
          { title: 'Cost', cell: (one) => (one.cost_eth === null ? '–' : `${one.cost_eth} ETH`) },
        ]}
        say={(total) => plural(total, 'deployment')}
        empty={<Empty title="It is not deployed." />}
      />
    </Section>
  );
}

function History({ id }: { id: string }) {
  const history = useList('listContractTransactions', { params: { id } });
  return (
    <Section title="Transactions">
      <DataTable
        label="Transactions"
        list={history}
        rowKey={(one) => `${one.transaction_hash} ${one.timestamp}`}
        columns={[
          { title: 'Function', cell: (one) => one.function },
          {
            title: 'Transaction',
            width: '2fr',
            cell: (one) =>
              one.transaction_hash && <CopyText text={one.transaction_hash} label="transaction hash" />,
          },
          { title: 'Status', cell: (one) => <Status state={one.status} /> },
          { title: 'Gas', align: 'end', cell: (one) => one.gas_used },
          { title: 'Block', align: 'end', cell: (one) => one.block_number },
          { title: 'When', cell: (one) => <Time at={one.timestamp} /> },
        ]}
        say={(total) => plural(total, 'transaction')}
        empty={<Empty title="Nothing was executed yet." />}
      />
    </Section>
  );
}
