import { Building2, Plus } from 'lucide-react';
import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { type Answer, useApi } from '../../api/client.ts';
import { useList, useWrite } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { Button, CopyText } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty, Refused } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';

export type Organization = Answer<'getOperatedOrganization'>;
type Made = Answer<'createOrganization'>;

/** For the operator: the organizations on this service. */
export function OrganizationsPage() {
  const list = useList('listOrganizations', {});
  const [isNew, setNew] = useState(false);
  const [made, setMade] = useState<Made>();
  // Only the operator may read the list and add to it.
  const add =
    list.isLoading || list.error ? undefined : (
      <Button kind="main" icon={Plus} onPress={() => setNew(true)}>
        New organization
      </Button>
    );
  return (
    <>
      <PageHead
        title="Organizations"
        lead="The organizations on this service. Each has its own people, keys, limits, log and records, and cannot see the others."
        actions={add}
      />
      <DataTable
        label="Organizations"
        list={list}
        rowKey={(one) => one.id}
        rowHref={(one) => to`organizations/${one.id}`}
        columns={[
          { title: 'Name', width: '2fr', cell: (one) => one.name },
          { title: 'State', cell: (one) => <StateOf of={one} /> },
          { title: 'Created', cell: (one) => <Time at={one.created_at} /> },
        ]}
        say={(total) => plural(total, 'organization')}
        empty={<Empty icon={Building2} title="There is no organization." />}
      />
      <Dialog title="Create an organization" isOpen={isNew} onClose={() => setNew(false)}>
        {isNew && <NewForm onClose={() => setNew(false)} onMade={setMade} />}
      </Dialog>
      <KeyDialog made={made} onClose={() => setMade(undefined)} />
    </>
  );
}

export function StateOf({
  of: { is_operator: isOperator, suspended_at: at, erased_at: erasedAt },
}: {
  of: Organization;
}) {
  if (erasedAt !== null) return <Status state="expired" label="Erased" tone="plain" />;
  if (at !== null) return <Status state="suspended" label="Suspended" />;
  return <Status state="active" label={isOperator ? 'Runs the service' : 'Active'} />;
}

function NewForm({ onClose, onMade }: { onClose: () => void; onMade: (made: Made) => void }) {
  const api = useApi();
  const [name, setName] = useState('');
  const body = { name: name.trim() };
  useShownCall({ operation: 'createOrganization', body, title: 'Create the organization' });
  useUnsaved(name);
  const make = useWrite(() => api.createOrganization({ body }), {
    quiet: true,
    onDone: (one) => {
      onClose();
      onMade(one);
    },
  });
  return (
    <WriteForm write={make}>
      <TextInput label="Name" field="name" value={name} onChange={setName} isRequired />
      <Refused error={make.error} />
      <FormActions write={make} submit="Create the organization" onClose={onClose} />
    </WriteForm>
  );
}

/** The first key, shown only once. */
function KeyDialog({ made, onClose }: { made: Made | undefined; onClose: () => void }) {
  return (
    <Dialog title={made?.name ?? ''} isOpen={made !== undefined} onClose={onClose}>
      {made !== undefined && (
        <div className="form">
          <p>
            This is its first API key. It has full access to the organization and is shown only now. Pass it
            on.
          </p>
          {made.key !== undefined && <CopyText text={made.key} label="API key" />}
          <div className="form-actions">
            <Button kind="main" onPress={onClose}>
              Done
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
