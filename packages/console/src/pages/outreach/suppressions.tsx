import { Ban, Plus } from 'lucide-react';
import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi, useMay } from '../../api/client.ts';
import { useList, useWrite } from '../../api/read.ts';
import { type PageProps, useFilters } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Confirm, Dialog } from '../../parts/dialog.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { plural, Time, words } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty, Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import { OutreachNav, outreachCrumbs } from './outreach-nav.tsx';

type Suppression = ReturnType<typeof useList<'listSuppressions'>>['items'][number];

const sources: Record<string, string> = {
  api: 'Added by you',
  unsubscribe: 'Their own request',
  erasure: 'An erasure',
  reply: 'A reply',
  bounce: 'A bounce',
  complaint: 'A complaint',
};

const nameOf = ({ email, domain }: Suppression) => email ?? `Everyone at ${domain}`;

/** Addresses that are never written to, and why. */
export function SuppressionsPage({ search }: PageProps) {
  const [filters, change] = useFilters(search);
  const list = useList('listSuppressions', { query: filters.q ? { q: filters.q } : {} });
  const mayChange = useMay('outreach:write');
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Suppression>();
  const add = mayChange && (
    <Button kind="main" icon={Plus} onPress={() => setAdding(true)}>
      Add
    </Button>
  );
  return (
    <>
      <PageHead
        title="Suppression list"
        crumbs={outreachCrumbs}
        actions={add}
        lead="No campaign or single mail is sent to these."
      />
      <OutreachNav here="#/outreach/suppressions" />
      <FilterBox set={filters}>
        <TextInput
          label="Address or domain"
          type="search"
          value={filters.q ?? ''}
          onChange={(q) => change({ q })}
        />
      </FilterBox>
      <DataTable
        label="Suppression list"
        list={list}
        rowKey={(one) => one.id}
        columns={[
          { title: 'Address or domain', width: '1.8fr', cell: nameOf },
          { title: 'Reason', width: '1.6fr', cell: (one) => words(one.reason) },
          { title: 'Source', cell: (one) => sources[one.source] ?? words(one.source) },
          { title: 'Scope', cell: (one) => (one.campaign_id === null ? 'Everything' : 'One campaign') },
          { title: 'Since', width: '0.8fr', cell: (one) => <Time at={one.created_at} /> },
          {
            title: 'Until',
            width: '0.8fr',
            cell: (one) => (one.expires_at === null ? 'Permanent' : <Time at={one.expires_at} />),
          },
        ]}
        {...(mayChange && {
          rowActions: (one: Suppression) => (
            <Button aria-label={`Remove ${nameOf(one)}`} onPress={() => setAsked(one)}>
              Remove
            </Button>
          ),
        })}
        say={(total) => plural(total, 'entry', 'entries')}
        empty={
          filters.q ? (
            <Empty title="Nobody matches." />
          ) : (
            <Empty icon={Ban} title="Everybody may be written to." action={add}>
              Addresses that unsubscribe, complain or bounce are added automatically.
            </Empty>
          )
        }
      />
      <Dialog title="Suppress an address or domain" isOpen={isAdding} onClose={() => setAdding(false)}>
        <AddForm onClose={() => setAdding(false)} />
      </Dialog>
      <LiftDialog asked={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

function LiftDialog({ asked, onClose }: { asked: Suppression | undefined; onClose: () => void }) {
  const api = useApi();
  const lift = useWrite((one: Suppression) => api.deleteSuppression({ params: { id: one.id } }), {
    shows: { operation: 'deleteSuppression', title: 'Remove from the suppression list' },
    done: (_nothing, one) => `${nameOf(one)} may be written to again.`,
  });
  return (
    <Confirm
      title={`Write to ${asked ? nameOf(asked).replace('Everyone', 'everyone') : ''} again?`}
      action="Remove from the list"
      name={asked ? (asked.email ?? asked.domain ?? '') : ''}
      isOpen={asked !== undefined}
      onClose={onClose}
      onConfirm={() => asked && lift.mutate(asked)}
    >
      Remove it only if they agreed to receive mail. People who unsubscribed may complain if they get mail
      again.
    </Confirm>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const [who, setWho] = useState('');
  const [reason, setReason] = useState('');
  const isAddress = who.includes('@') && !who.startsWith('@');
  const body = { ...(isAddress ? { email: who.trim() } : { domain: who.trim().replace(/^@/, '') }), reason };
  useShownCall({ operation: 'createSuppression', body, title: 'Suppress' });
  useUnsaved({ who, reason });
  const create = useWrite(() => api.createSuppression({ body }), {
    quiet: true,
    done: (one) => `${nameOf(one)} gets no more mail.`,
    onDone: onClose,
  });
  return (
    <WriteForm write={create}>
      <TextInput
        label="Address or domain"
        field={isAddress ? 'email' : 'domain'}
        value={who}
        onChange={setWho}
        hint="ann@acme.example, or acme.example for everybody there."
        isRequired
      />
      <TextInput label="Reason" field="reason" value={reason} onChange={setReason} isRequired />
      <Refused error={create.error} />
      <FormActions write={create} submit="Suppress" onClose={onClose} />
    </WriteForm>
  );
}
