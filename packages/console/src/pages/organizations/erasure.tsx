import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { type Answer, useApi } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable, listOf } from '../../parts/data-table.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { count, plural, Time } from '../../parts/format.tsx';
import { Facts, Section } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import type { Organization } from './organizations.tsx';

type Proof = Answer<'getOrganizationErasure'>;

/** Erases the organization for good, and afterwards shows the record of what was deleted. */
export function Erasure({ of: organization }: { of: Organization }) {
  return organization.erasure === null ? <Erase of={organization} /> : <Progress of={organization} />;
}

function Erase({ of: { id, name, suspended_at: at } }: { of: Organization }) {
  const api = useApi();
  const [isAsking, setAsking] = useState(false);
  const body = { name };
  useShownCall({ operation: 'eraseOrganization', params: { id }, body, title: 'Erase it' });
  const erase = useWrite(() => api.eraseOrganization({ params: { id }, body }), {
    done: () => `The erasure of ${name} has begun.`,
  });
  return (
    <Section
      title="Erase"
      lead="All its data is deleted for good: records, files, keys, people and secrets. Of its log only the hashes remain, so that it can still be verified."
    >
      {at === null ? (
        <p className="quiet">Suspend the organization first. An active organization is not erased.</p>
      ) : (
        <div>
          <Button kind="danger" isBusy={erase.isPending} onPress={() => setAsking(true)}>
            Erase for good …
          </Button>
        </div>
      )}
      <Confirm
        title={`Erase ${name} for good?`}
        action="Erase"
        name={name}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => erase.mutate()}
      >
        This cannot be undone. Its exports are deleted too: download them first. Money in its wallets is lost:
        move it first.
      </Confirm>
    </Section>
  );
}

/** What has been deleted so far, and who requested it. */
function Progress({ of: organization }: { of: Organization }) {
  const { id, name } = organization;
  const api = useApi();
  const proof = useRead(
    'getOrganizationErasure',
    { params: { id } },
    { every: (one) => one?.status === 'running' && 1_000 },
  );
  const again = useWrite(() => api.eraseOrganization({ params: { id }, body: { name } }), {
    done: () => 'It continues from where it stopped.',
  });
  return (
    <Section
      title="Erasure"
      lead="What was deleted, by table. The event access.organization.erased in your log says the same, with proof."
    >
      <Shown of={proof}>
        {(one) => (
          <>
            <Facts
              of={{
                State: <StateOf of={one} />,
                'Requested by': one.requested_by,
                Requested: <Time at={one.requested_at} withExact />,
                Ended: one.completed_at && <Time at={one.completed_at} withExact />,
                'Records deleted': count(one.rows_deleted),
                'Files deleted': count(one.files_deleted),
                'Events without their payload': count(one.events_redacted),
                'Why it stopped': one.error,
              }}
            />
            {one.status === 'failed' && (
              <div>
                <Button isBusy={again.isPending} onPress={() => again.mutate()}>
                  Continue
                </Button>
              </div>
            )}
            <Deleted of={one} />
          </>
        )}
      </Shown>
    </Section>
  );
}

function StateOf({ of: { status } }: { of: Proof }) {
  if (status === 'completed') return <Status state="completed" label="Everything is deleted" />;
  if (status === 'failed') return <Status state="failed" label="It stopped" />;
  return <Status state="running" label="Under way" />;
}

function Deleted({ of: { deleted } }: { of: Proof }) {
  return (
    <DataTable
      label="Deleted, by table"
      list={listOf(deleted)}
      rowKey={(one) => one.table}
      columns={[
        { title: 'Table', width: '2fr', cell: (one) => one.table },
        { title: 'Records deleted', align: 'end', cell: (one) => count(one.rows) },
      ]}
      say={(total) => plural(total, 'table')}
      empty={<Empty title="Nothing was deleted yet." />}
    />
  );
}
