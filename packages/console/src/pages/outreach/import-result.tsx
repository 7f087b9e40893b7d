import { Download } from 'lucide-react';
import { useApi } from '../../api/client.ts';
import { useList, useRead, useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { download } from '../../parts/download.ts';
import { count, plural, Time } from '../../parts/format.tsx';
import { Facts, Section } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status, type Tone } from '../../parts/status.tsx';
import type { ImportJob } from './import.tsx';

const underWay = new Set(['uploading', 'queued', 'processing']);

const stateLabels: Record<string, [string, Tone]> = {
  uploading: ['Being sent', 'busy'],
  queued: ['Waiting', 'busy'],
  processing: ['Being read', 'busy'],
  completed: ['Done', 'good'],
  completed_with_errors: ['Done, some rows left out', 'warn'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'warn'],
};

function ImportStatus({ state }: { state: string }) {
  const [label, tone] = stateLabels[state] ?? [state, 'plain'];
  return <Status state={state} label={label} tone={tone} />;
}

/** The result of an import, with the report on rejected rows. */
export function ImportResult({ id, isTrial = false }: { id: string; isTrial?: boolean }) {
  const job = useRead(
    'getLeadImport',
    { params: { id } },
    { every: (found) => (found === undefined || underWay.has(found.status) ? 700 : false) },
  );
  return (
    <Shown of={job}>
      {(found) => (
        <div className="form above-table">
          <ImportSummary of={found} isTrial={isTrial} />
          <Facts
            of={{
              Rows: count(found.row_count),
              [isTrial ? 'New leads' : 'Imported']: count(isTrial ? newOnes(found) : found.inserted_count),
              'Already known': count(found.duplicate_existing_count),
              'Repeated in the file': count(found.duplicate_in_file_count),
              Suppressed: count(found.suppressed_count),
              'Not usable': count(found.invalid_row_count),
            }}
          />
          {found.error_report_url !== null && <ErrorReport job={found} />}
        </div>
      )}
    </Shown>
  );
}

function newOnes(job: ImportJob): number {
  return Math.max(job.inserted_count, job.valid_row_count - job.duplicate_count - job.suppressed_count, 0);
}

function ImportSummary({ of, isTrial }: { of: ImportJob; isTrial: boolean }) {
  if (of.status === 'failed') {
    const { message } = (of.error ?? {}) as { message?: string };
    return (
      <p className="note bad" role="alert">
        The file could not be read: {message ?? 'the service does not say why'}
      </p>
    );
  }
  if (underWay.has(of.status)) {
    return (
      <p className="with-buttons" role="status">
        Reading the file … <progress max={1} value={of.progress} aria-label="Read so far" />
      </p>
    );
  }
  if (isTrial) return null;
  return (
    <p className="note good" role="status">
      {plural(of.inserted_count, 'lead')} imported
      {of.updated_count > 0 && `, ${count(of.updated_count)} updated`}.{' '}
      <a href="#/outreach/leads">Show the leads</a>
    </p>
  );
}

/** The report requires the session, so it is fetched and saved as a file. */
function ErrorReport({ job }: { job: ImportJob }) {
  const api = useApi();
  const load = useWrite(() => api.getLeadImportErrors({ params: { id: job.import_job_id } }), {
    onDone: (text) =>
      download(`rows-left-out-${job.import_job_id}.csv`, text as unknown as string, 'text/csv'),
  });
  return (
    <div>
      <Button icon={Download} isBusy={load.isPending} onPress={() => load.mutate()}>
        Rows that were left out, with the reason
      </Button>
    </div>
  );
}

/** Earlier imports. */
export function ImportList() {
  const list = useList('listLeadImports', {});
  return (
    <Section title="Imports so far">
      <DataTable
        label="Imports"
        list={list}
        rowKey={(one) => one.import_job_id}
        columns={[
          { title: 'File', width: '1.4fr', cell: (one) => one.file_name ?? 'Without a name' },
          { title: 'Status', width: '1.4fr', cell: (one) => <ImportStatus state={one.status} /> },
          { title: 'Rows', align: 'end', width: '0.6fr', cell: (one) => count(one.row_count) },
          {
            title: 'Imported',
            align: 'end',
            width: '0.8fr',
            cell: (one) => (one.dry_run ? 'Preview only' : count(one.inserted_count)),
          },
          { title: 'Left out', align: 'end', width: '0.7fr', cell: (one) => count(one.invalid_row_count) },
          { title: 'When', cell: (one) => <Time at={one.created_at} /> },
        ]}
        say={(total) => plural(total, 'import')}
        empty={<Empty title="There are no imports yet." />}
      />
    </Section>
  );
}
