import { Database, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useMay } from '../../api/client.ts';
import { useList } from '../../api/read.ts';
import { type PageProps, to, useFilters } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { FilterText } from '../../parts/filter-text.tsx';
import { plural, Time, words } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { ContractsNav } from './contracts-nav.tsx';
import { IngestionRules } from './ingestion-rules.tsx';
import { NewJob } from './new-job.tsx';

export type Job = ItemOf<'listIngestionJobs'>;

const statuses = [
  { id: '', label: 'Any' },
  { id: 'queued', label: 'Waiting' },
  { id: 'processing', label: 'At work' },
  { id: 'completed', label: 'Done' },
  { id: 'failed', label: 'Failed' },
];
const priorities = [
  { id: '', label: 'Any' },
  ...['critical', 'high', 'normal', 'low'].map((id) => ({ id, label: words(id) })),
];

export function JobStatus({ state }: { state: string }) {
  return <Status state={state} label={statuses.find(({ id }) => id === state)?.label ?? words(state)} />;
}

/** Ingestion jobs: data received, transformed, and passed to a contract. */
export function JobsPage({ search }: PageProps) {
  const [filters, change] = useFilters(search);
  const { status, source, priority } = filters;
  const query = {
    ...(status && { status: status as 'queued' }),
    ...(source && { source_id: source }),
    ...(priority && { priority: priority as 'normal' }),
  };
  const list = useList('listIngestionJobs', { query });
  const [isNew, setNew] = useState(false);
  const mayChange = useMay('contracts:write');
  const add = mayChange && (
    <Button kind="main" icon={Plus} onPress={() => setNew(true)}>
      New ingestion job
    </Button>
  );
  return (
    <>
      <PageHead
        title="Ingestion jobs"
        lead="External data, transformed by rules in order. The result can call a contract."
        actions={add}
      />
      <ContractsNav here="#/contracts/jobs" />
      <FilterBox list="jobs" set={{ status, source, priority }}>
        <Choice
          label="Status"
          value={status ?? ''}
          onChange={(value) => change({ status: value })}
          options={statuses}
        />
        <Choice
          label="Priority"
          value={priority ?? ''}
          onChange={(value) => change({ priority: value })}
          options={priorities}
        />
        <FilterText label="Source" value={source ?? ''} onChange={(value) => change({ source: value })} />
      </FilterBox>
      <DataTable
        label="Ingestion jobs"
        list={list}
        first={20}
        rowKey={(one) => one.job_id}
        rowHref={(one) => to`contracts/jobs/${one.job_id}`}
        columns={[
          { title: 'Source', width: '1.4fr', cell: (one) => one.source_id },
          { title: 'Status', width: '2fr', cell: statusOf },
          { title: 'Rules', width: '1.4fr', cell: (one) => one.transformation_rules.join(', ') || '–' },
          { title: 'Calls', width: '1.3fr', cell: (one) => callText(one) },
          { title: 'Priority', width: '0.7fr', cell: (one) => words(one.priority) },
          { title: 'Received', cell: (one) => <Time at={one.created_at} /> },
        ]}
        say={(total) => plural(total, 'job')}
        empty={
          Object.keys(query).length > 0 ? (
            <Empty title="No job matches.">Choose another status, source or priority.</Empty>
          ) : (
            <Empty icon={Database} title="There are no ingestion jobs yet." action={add}>
              Programs create jobs over the API. You can create the first one here.
            </Empty>
          )
        }
      />
      <IngestionRules />
      <Dialog title="New ingestion job" isOpen={isNew} onClose={() => setNew(false)} wide>
        <NewJob onClose={() => setNew(false)} />
      </Dialog>
    </>
  );
}

function statusOf({ status, position, error }: Job) {
  return (
    <>
      <JobStatus state={status} />
      {status === 'queued' && position > 0 && <span className="quiet reason">{position} in the queue</span>}
      {error !== null && <span className="quiet reason clamped">{error.message}</span>}
    </>
  );
}

function callText({ trigger_contract: contract, trigger_function: fn }: Job): string {
  if (contract === null) return 'Nothing';
  return fn ?? 'As the data says';
}
