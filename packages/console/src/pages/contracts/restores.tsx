import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useList } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { count, plural, Time } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { restoreLabels, restoreTones } from './restore.tsx';

type Restore = ItemOf<'listRestores'>;

/** Restores of this environment's backups, and restores into it; each links to its details. */
export function Restores() {
  const list = useList(
    'listRestores',
    {},
    { every: (all) => all.some(({ status }) => status === 'in_progress') && 1_000 },
  );
  if (list.items.length === 0 && !list.error) return null;
  return (
    <Section title="Restores">
      <DataTable<Restore>
        label="Restores"
        list={list}
        rowKey={(one) => one.restore_id}
        rowHref={(one) => to`contracts/restores/${one.restore_id}`}
        columns={[
          { title: 'Requested', cell: (one) => <Time at={one.started_at} /> },
          { title: 'Status', width: '1.6fr', cell: statusOf },
          { title: 'Target', cell: (one) => one.target_environment },
          {
            title: 'State of',
            cell: (one) => (one.point_in_time ? <Time at={one.point_in_time} /> : 'The backup'),
          },
          { title: 'Records', align: 'end', width: '0.7fr', cell: recordsOf },
        ]}
        say={(total) => plural(total, 'restore')}
        empty={<Empty title="There are no restores yet." />}
      />
    </Section>
  );
}

function statusOf({ status, error }: Restore) {
  return (
    <>
      <Status state={status} label={restoreLabels[status] ?? status} tone={restoreTones[status] ?? 'plain'} />
      {error !== null && <span className="quiet reason">{error.message}</span>}
    </>
  );
}

function recordsOf({ restored }: Restore) {
  if (restored === null) return '–';
  return count(Object.values(restored).reduce((sum, rows) => sum + rows, 0));
}
