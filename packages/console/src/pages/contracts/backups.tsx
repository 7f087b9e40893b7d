import { Archive, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { type Body, useApi, useMay } from '../../api/client.ts';
import { useList, useWrite } from '../../api/read.ts';
import { type PageProps, useFilters } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Check, Choice } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { count, plural, Time } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty, Refused } from '../../parts/states.tsx';
import { Status, type Tone } from '../../parts/status.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import { ContractsNav } from './contracts-nav.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { Restores } from './restores.tsx';

export type Backup = ItemOf<'listBackups'>;

const states: Record<string, [label: string, tone: Tone]> = {
  in_progress: ['In progress', 'busy'],
  completed: ['Done', 'good'],
  failed: ['Failed', 'bad'],
  expired: ['Expired', 'plain'],
};

export const backupKinds: Record<string, string> = {
  full: 'Everything',
  incremental: 'Incremental: changes since the last backup',
  differential: 'Differential: changes since the last full backup',
};

const statuses = [
  { id: '', label: 'Any' },
  ...Object.entries(states).map(([id, [label]]) => ({ id, label })),
];

/** Backups of Contracts data, and restoring them into another environment. */
export function BackupsPage({ search }: PageProps) {
  const [filters, change] = useFilters(search);
  const { status } = filters;
  const list = useList(
    'listBackups',
    { query: status ? { status: status as 'failed' } : {} },
    { every: (all) => all.some(({ status: one }) => one === 'in_progress') && 1_000 },
  );
  const mayChange = useMay('contracts:write');
  const [isNew, setNew] = useState(false);
  const [restored, setRestored] = useState<Backup>();
  const add = mayChange && (
    <Button kind="main" icon={Plus} onPress={() => setNew(true)}>
      Back up now
    </Button>
  );
  return (
    <>
      <PageHead
        title="Backups"
        lead="The contracts, versions, transactions, rules and jobs of this environment at one moment."
        actions={add}
      />
      <ContractsNav here="#/contracts/backups" />
      <FilterBox set={{ status }}>
        <Choice
          label="Status"
          value={status ?? ''}
          onChange={(value) => change({ status: value })}
          options={statuses}
        />
      </FilterBox>
      <DataTable<Backup>
        label="Backups"
        list={list}
        first={20}
        rowKey={(one) => one.backup_id}
        columns={[
          { title: 'Created', cell: (one) => <Time at={one.covers_until ?? one.started_at} /> },
          { title: 'Status', width: '1.6fr', cell: statusOf },
          { title: 'Scope', width: '1.6fr', cell: (one) => backupKinds[one.backup_type] ?? one.backup_type },
          {
            title: 'Records',
            align: 'end',
            width: '0.7fr',
            cell: (one) => (one.records === null ? '–' : count(one.records)),
          },
          { title: 'Size', align: 'end', width: '0.7fr', cell: sizeOf },
          { title: 'Encrypted', width: '0.8fr', cell: (one) => (one.encryption ? 'Yes' : 'No') },
          { title: 'Kept until', cell: (one) => <Time at={one.expires_at} /> },
        ]}
        {...(mayChange && {
          rowActions: (one: Backup) =>
            one.status === 'completed' && (
              <Button aria-label={`Restore the backup ${one.backup_id}`} onPress={() => setRestored(one)}>
                Restore …
              </Button>
            ),
        })}
        say={(total) => plural(total, 'backup')}
        empty={
          status ? (
            <Empty title="No backup matches.">Choose another status.</Empty>
          ) : (
            <Empty icon={Archive} title="There is no backup yet." action={add}>
              A backup holds everything, encrypted. It is restored into another environment, such as staging.
            </Empty>
          )
        }
      />
      <Restores />
      <Dialog title="Back up now" isOpen={isNew} onClose={() => setNew(false)}>
        <BackupForm onClose={() => setNew(false)} hasFull={list.items.some(isFull)} />
      </Dialog>
      <RestoreDialog backup={restored} onClose={() => setRestored(undefined)} />
    </>
  );
}

function isFull({ backup_type: kind, status }: Backup): boolean {
  return kind === 'full' && status === 'completed';
}

function statusOf({ status, error }: Backup) {
  const [label, tone] = states[status] ?? [status, 'plain'];
  return (
    <>
      <Status state={status} label={label} tone={tone} />
      {error !== null && <span className="quiet reason">{error.message}</span>}
    </>
  );
}

function sizeOf({ size_mb: size }: Backup): string {
  if (size === null) return '–';
  return size < 0.1 ? `${Math.max(1, Math.round(size * 1_024))} KB` : `${size.toFixed(1)} MB`;
}

function BackupForm({ onClose, hasFull }: { onClose: () => void; hasFull: boolean }) {
  const api = useApi();
  const [kind, setKind] = useState('full');
  const [days, setDays] = useState('30');
  const [isEncrypted, setEncrypted] = useState(true);
  const [isCompressed, setCompressed] = useState(true);
  const body: Body<'createBackup'> = {
    backup_type: kind as 'full',
    encryption: isEncrypted,
    compression: isCompressed,
    ...(days !== '' && { retention_days: Number(days) }),
  };
  useUnsaved(body);
  useShownCall({ operation: 'createBackup', body, title: 'Back up' });
  const create = useWrite(() => api.createBackup({ body }), {
    quiet: true,
    done: () => 'The backup has started.',
    onDone: onClose,
  });
  return (
    <WriteForm write={create}>
      <Choice
        label="Scope"
        field="backup_type"
        value={kind}
        onChange={setKind}
        options={Object.entries(backupKinds).map(([id, label]) => ({ id, label }))}
        hint={hasFull || kind === 'full' ? undefined : 'It needs a full backup first.'}
      />
      <TextInput label="Days to keep" field="retention_days" type="number" value={days} onChange={setDays} />
      <Check label="Encrypt with its own key" isChecked={isEncrypted} onChange={setEncrypted} />
      <Check label="Compress" isChecked={isCompressed} onChange={setCompressed} />
      <Refused error={create.error} />
      <FormActions write={create} submit="Back up" onClose={onClose} />
    </WriteForm>
  );
}
