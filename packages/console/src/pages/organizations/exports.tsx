import { Archive } from 'lucide-react';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useApi } from '../../api/client.ts';
import { useList, useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { download } from '../../parts/download.ts';
import { bytes, count, plural, Time } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status, type Tone } from '../../parts/status.tsx';
import type { Organization } from './organizations.tsx';

type Export = ItemOf<'listOrganizationExports'>;

const states: Record<Export['status'], [label: string, tone: Tone]> = {
  queued: ['Waits', 'busy'],
  running: ['In progress', 'busy'],
  completed: ['Ready', 'good'],
  failed: ['Failed', 'bad'],
  expired: ['Deleted after its time', 'plain'],
};

/** Archives of all of the organization's data. */
export function Exports({ of: { id, name } }: { of: Organization }) {
  const api = useApi();
  const list = useList(
    'listOrganizationExports',
    { params: { id } },
    { every: (all) => all.some(({ status }) => status === 'queued' || status === 'running') && 1_000 },
  );
  const make = useWrite(() => api.exportOrganization({ params: { id } }), {
    shows: { operation: 'exportOrganization', params: { id }, title: 'Export everything' },
    done: () => `The export of ${name} has begun.`,
  });
  const button = (
    <Button icon={Archive} isBusy={make.isPending} onPress={() => make.mutate()}>
      Export everything
    </Button>
  );
  return (
    <Section
      title="Exports"
      lead="A ZIP of every record and file, with a manifest of counts and hashes, without any secrets. It can be downloaded for seven days."
      actions={list.items.length > 0 ? button : undefined}
    >
      <DataTable<Export>
        label="Exports"
        list={list}
        rowKey={(one) => one.id}
        columns={[
          { title: 'Requested', cell: (one) => <Time at={one.created_at} /> },
          { title: 'State', width: '1.6fr', cell: (one) => <ExportState of={one} /> },
          { title: 'Records', align: 'end', cell: (one) => (one.files === null ? '–' : count(rowsIn(one))) },
          {
            title: 'Size',
            align: 'end',
            cell: (one) => (one.size_bytes === null ? '–' : bytes(one.size_bytes)),
          },
          { title: 'Kept until', cell: (one) => <Time at={one.expires_at} /> },
        ]}
        rowActions={(one) => one.status === 'completed' && <Download of={one} />}
        say={(total) => plural(total, 'export')}
        empty={
          <Empty icon={Archive} title="Nothing was exported yet." action={button}>
            To export all records as of one moment, suspend the organization first.
          </Empty>
        }
      />
    </Section>
  );
}

function ExportState({ of: { status, error } }: { of: Export }) {
  const [label, tone] = states[status];
  return (
    <>
      <Status state={status} label={label} tone={tone} />
      {error !== null && <span className="quiet reason">{error}</span>}
    </>
  );
}

function rowsIn({ files }: Export): number {
  return (files ?? []).reduce((sum, { rows }) => sum + (rows ?? 0), 0);
}

function Download({ of: { id, organization_id: organization } }: { of: Export }) {
  const api = useApi();
  const params = { id: organization, exportId: id };
  const read = useWrite(() => api.downloadOrganizationExport({ params }), {
    shows: {
      operation: 'downloadOrganizationExport',
      params: { id: organization },
      title: 'Download an export',
    },
    onDone: (archive) => download(`${id}.zip`, archive, 'application/zip'),
  });
  return (
    <Button aria-label={`Download the export ${id}`} isBusy={read.isPending} onPress={() => read.mutate()}>
      Download
    </Button>
  );
}
