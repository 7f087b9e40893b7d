import { useList } from '../../api/read.ts';
import { type PageProps, to } from '../../app/router.tsx';
import { CopyText } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { History } from '../../parts/deeds.tsx';
import { count, plural, Time } from '../../parts/format.tsx';
import { Facts, Section } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { coinsAndMoney } from './coins.ts';
import { ContractFrame } from './contract-frame.tsx';
import { ContractHealth } from './health.tsx';
import { networkName } from './networks.tsx';
import { type Contract, DeploymentStatus } from './words.tsx';

/** One contract: its health and deployments. */
export function ContractPage({ params: { id = '' } }: PageProps) {
  return (
    <ContractFrame id={id} part="">
      {(contract) => (
        <>
          {contract.deployments.length > 0 && <ContractHealth id={id} />}
          <Deployments id={id} />
          <About of={contract} />
          <History of={id} />
        </>
      )}
    </ContractFrame>
  );
}

function Deployments({ id }: { id: string }) {
  const deployments = useList('listDeployments', { params: { id } });
  return (
    <Section title="Deployments">
      <DataTable
        label="Deployments"
        list={deployments}
        first={10}
        rowKey={(one) => one.deployment_id}
        rowHref={(one) => to`deployments/${one.deployment_id}`}
        columns={[
          {
            title: 'Network',
            width: '1.3fr',
            cell: (one) => `${networkName(one.network)}${one.simulated ? ', simulated' : ''}`,
          },
          {
            title: 'Address',
            width: '2.6fr',
            cell: (one) => one.address && <CopyText text={one.address} label="address" />,
          },
          { title: 'Version', width: '0.7fr', cell: (one) => one.version },
          {
            title: 'Status',
            width: '1.5fr',
            cell: (one) => (
              <>
                <DeploymentStatus state={one.status} />
                {one.error !== null && <span className="quiet reason">{one.error.reason}</span>}
                {one.status === 'pending' && (
                  <span className="quiet reason">
                    {count(one.confirmations)} of {count(one.confirmations_required)} confirmations
                  </span>
                )}
              </>
            ),
          },
          {
            title: 'Cost',
            width: '1.3fr',
            cell: (one) => (one.cost_eth === null ? '–' : coinsAndMoney(one.cost_eth, one.cost_usd)),
          },
          { title: 'Requested', cell: (one) => <Time at={one.created_at} /> },
        ]}
        say={(total) => plural(total, 'deployment')}
        empty={
          <Empty
            title="It is not deployed."
            action={<a href={`${to`contracts/${id}`}/deploy`}>See what deploying it costs</a>}
          >
            On the devnet it costs nothing.
          </Empty>
        }
      />
    </Section>
  );
}

function About({ of }: { of: Contract }) {
  return (
    <Section title="About">
      <Facts
        of={{
          Version: of.version,
          Network: networkName(of.network),
          Template: of.template_id,
          'Last executed': of.health.last_execution && <Time at={of.health.last_execution} withExact />,
          Registered: <Time at={of.created_at} withExact />,
          Id: <CopyText text={of.id} label="id" />,
        }}
      />
    </Section>
  );
}
