import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import type { PageProps } from '../../app/router.tsx';
import { DataTable, listOf } from '../../parts/data-table.tsx';
import { count, plural, Time } from '../../parts/format.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status, type Tone } from '../../parts/status.tsx';
import { ContractsNav } from './contracts-nav.tsx';
import { Scaling } from './scaling.tsx';

type Node = Answer<'getCluster'>['nodes'][number];

/** The processes, their load, and how many there should be. */
export function ClusterPage(_props: PageProps) {
  const cluster = useRead('getCluster', {}, { every: () => 3_000 });
  return (
    <>
      <PageHead
        title="Cluster"
        lead="All processes of this service that share the database. They serve all environments and platforms."
      />
      <ContractsNav here="#/contracts/cluster" />
      <Shown of={cluster} lines={6}>
        {({ nodes, active_nodes: active, load_distribution: load }) => (
          <>
            <div className="cards above-table">
              <div className="card">
                <span className="card-label">Active nodes</span>
                <span className="card-figure">{count(active)}</span>
                <span className="quiet">{leftText(nodes)}</span>
              </div>
              {active > 1 && <LoadCard isEven={load === 'balanced'} />}
              <div className="card">
                <span className="card-label">Under way</span>
                <span className="card-figure">{count(sumOf(nodes, 'queue_size'))}</span>
                <span className="quiet">Deliveries and jobs</span>
              </div>
            </div>
            <Nodes of={nodes} />
            <Scaling active={active} />
          </>
        )}
      </Shown>
    </>
  );
}

/** A single node has nothing to balance. */
function LoadCard({ isEven }: { isEven: boolean }) {
  return (
    <div className="card">
      <span className="card-label">Load</span>
      <span className={isEven ? 'card-figure' : 'card-figure warn'}>{isEven ? 'Even' : 'Uneven'}</span>
      <span className="quiet">
        {isEven ? 'Evenly distributed' : 'Uneven: some have 30 points more than others'}
      </span>
    </div>
  );
}

function sumOf(nodes: Node[], field: keyof Node['metrics']): number {
  return nodes
    .filter(({ status }) => status !== 'inactive')
    .reduce((all, { metrics }) => all + metrics[field], 0);
}

function leftText(nodes: Node[]): string {
  const draining = nodes.filter(({ status }) => status === 'draining').length;
  const died = nodes.filter(({ status }) => status === 'inactive').length;
  const parts = [
    draining > 0 && `${plural(draining, 'node')} leaving`,
    died > 0 && `${died} lost within the last hour`,
  ];
  return parts.filter(Boolean).join(', ') || 'All respond';
}

const words: Record<string, [label: string, tone: Tone]> = {
  active: ['At work', 'good'],
  draining: ['Draining', 'warn'],
  inactive: ['Lost; others took over', 'bad'],
};

function Nodes({ of }: { of: Node[] }) {
  return (
    <Section title="Nodes">
      <DataTable
        label="Nodes"
        list={listOf(of)}
        rowKey={(one) => one.node_id}
        columns={[
          {
            title: 'Node',
            width: '1.6fr',
            cell: (one) => `${one.host}, ${one.role === 'api' ? 'API' : 'worker'}`,
          },
          { title: 'Status', width: '1.4fr', cell: stateOf },
          {
            title: 'Processor',
            width: '1.2fr',
            cell: (one) => <Load of={one.metrics.cpu_utilization} label="Processor" />,
          },
          {
            title: 'Memory',
            width: '1.2fr',
            cell: (one) => <Load of={one.metrics.memory_utilization} label="Memory" />,
          },
          { title: 'Connections', align: 'end', cell: (one) => count(one.metrics.active_connections) },
          { title: 'Under way', align: 'end', cell: (one) => count(one.metrics.queue_size) },
          { title: 'Joined', cell: (one) => <Time at={one.started_at} /> },
        ]}
        say={(total) => plural(total, 'node')}
        empty={
          <Empty title="No node has reported yet.">Each node reports within a second of its start.</Empty>
        }
      />
    </Section>
  );
}

function stateOf({ status, health }: Node) {
  const [label, tone] = words[status] ?? [status, 'plain'];
  const isTroubled = status === 'active' && health !== 'healthy';
  return (
    <Status
      state={status}
      label={isTroubled ? (health === 'degraded' ? 'Under pressure' : 'Barely responds') : label}
      tone={isTroubled ? (health === 'degraded' ? 'warn' : 'bad') : tone}
    />
  );
}

function Load({ of, label }: { of: number; label: string }) {
  return (
    <span className="load">
      <progress aria-label={label} max={100} value={Math.min(of, 100)} />
      {Math.round(of)} %
    </span>
  );
}
