import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useList, useRead } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';

/** Nothing is said to be well that never ran. */
function healthOf({ health }: ItemOf<'listContracts'>) {
  if (health.execution_count === 0) return <span className="quiet">Nothing executed</span>;
  return <Status state={health.status} />;
}

/** The registered contracts, and the networks that they can go to. */
export function ContractsPage() {
  const contracts = useList('listContracts', {});
  const networks = useRead('listNetworks', {});
  return (
    <>
      <PageHead title="Contracts" />
      <DataTable
        label="Contracts"
        list={contracts}
        rowKey={(one) => one.id}
        rowHref={(one) => to`contracts/${one.id}`}
        columns={[
          { title: 'Name', width: '2fr', cell: (one) => one.name },
          { title: 'Version', cell: (one) => one.version },
          { title: 'Network', cell: (one) => one.network },
          { title: 'Status', cell: (one) => <Status state={one.status} /> },
          { title: 'Health', cell: healthOf },
          { title: 'Registered', cell: (one) => <Time at={one.created_at} /> },
        ]}
        say={(total) => plural(total, 'contract')}
        empty={
          <Empty
            title="No contract is registered yet."
            action={<a href="/docs/guides/contracts">Read how to register one</a>}
          >
            Register one from its source, its ABI or a template.
          </Empty>
        }
      />
      <Section title="Networks">
        <Shown of={networks}>
          {(answer) => (
            <div className="cards">
              {answer.networks.map(({ network, kind, chain_id, simulated }) => (
                <div className="card" key={network}>
                  <strong>{network}</strong>
                  <span className="quiet">
                    Chain {chain_id}, {simulated ? 'simulated' : kind}
                  </span>
                </div>
              ))}
            </div>
          )}
        </Shown>
      </Section>
    </>
  );
}
