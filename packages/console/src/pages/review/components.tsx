import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useList } from '../../api/read.ts';
import { type PageProps, to } from '../../app/router.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { count, plural, words } from '../../parts/format.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { type Application, ApplicationFrame, NotAnalysed } from './application-frame.tsx';
import { Score } from './gauge.tsx';
import { SeverityBar } from './severity.tsx';

/** Reusable components of the application, best first. */
export function ComponentsPage({ params: { id = '' } }: PageProps) {
  return (
    <ApplicationFrame id={id} part="components">
      {(application) =>
        application.metrics ? <Components of={application} /> : <NotAnalysed of={application} />
      }
    </ApplicationFrame>
  );
}

function Components({ of: { id } }: { of: Application }) {
  const list = useList('listComponents', { params: { id } });
  return (
    <DataTable<ItemOf<'listComponents'>>
      label="Components"
      list={list}
      rowKey={(one) => one.id}
      rowHref={(one) => to`components/${one.id}`}
      columns={[
        { title: 'Component', width: '1.4fr', cell: (one) => one.name },
        { title: 'Kind', width: '0.7fr', cell: (one) => words(one.kind) },
        { title: 'Reusable', width: '0.7fr', cell: (one) => <Score of={one.reusability_score} /> },
        {
          title: 'Level',
          width: '1.3fr',
          cell: (one) => <Maturity level={one.maturity} version={one.version} />,
        },
        { title: 'Findings', width: '1.7fr', cell: (one) => <SeverityBar of={one.findings} /> },
        {
          title: 'Code',
          cell: (one) => `${one.language ?? 'No code'}, ${count(one.lines_code)} lines`,
        },
      ]}
      say={(total) => plural(total, 'component')}
      empty={
        <Empty title="No reusable component was found.">
          Packages, modules, services and user interfaces are found by their folders and manifests.
        </Empty>
      }
    />
  );
}

export function Maturity({ level, version }: { level: string; version: string | null }) {
  const tone = level === 'stable' || level === 'mature' ? 'good' : level === 'deprecated' ? 'warn' : 'plain';
  return (
    <span className="grade-line">
      <Status state={level} tone={tone} />
      {version !== null && <span className="quiet">{version}</span>}
    </span>
  );
}
