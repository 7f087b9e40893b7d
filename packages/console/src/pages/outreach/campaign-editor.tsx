import { useState } from 'react';
import { TriviumError } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { useApi, useMay } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { navigate, type PageProps, to } from '../../app/router.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { words } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty, MayNot, Shown } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { WriteForm } from '../../parts/write-form.tsx';
import { AudienceFields } from './audience-fields.tsx';
import { bodyOf, type CampaignForm, changeOf, copyOf, emptyForm, formOf } from './campaign-form.ts';
import { Composer } from './composer.tsx';
import { outreachCrumbs } from './outreach-nav.tsx';
import { SenderFields, WindowFields } from './sender-fields.tsx';
import type { Campaign } from './words.tsx';

/** Creates a campaign, from scratch or as a copy. */
export function NewCampaignPage({ search }: PageProps) {
  const from = search.get('from');
  const source = useRead('getCampaign', { params: { id: from ?? '' } }, { enabled: from !== null });
  const mailboxes = useRead('listMailboxes', { query: { limit: 100 } }, { enabled: from === null });
  const mayChange = useMay('outreach:write');
  return (
    <>
      <PageHead title="New campaign" crumbs={outreachCrumbs} lead="Nothing is sent before you launch it." />
      {!mayChange ? (
        <MayNot what="create campaigns" scope="outreach:write" />
      ) : from === null ? (
        <Shown of={mailboxes}>
          {({ mailboxes: all }) => <Editor first={() => emptyForm(all.find((one) => one.is_default))} />}
        </Shown>
      ) : (
        <Shown of={source}>{(found) => <Editor key={found.id} first={() => copyOf(found)} />}</Shown>
      )}
    </>
  );
}

/** Edits a draft; a launched campaign cannot change, only be copied. */
export function EditCampaignPage({ params: { id = '' } }: PageProps) {
  const campaign = useRead('getCampaign', { params: { id } });
  const name = campaign.data?.name;
  const mayChange = useMay('outreach:write');
  return (
    <>
      <PageHead
        title={name === undefined ? 'Edit campaign' : `Edit ${name}`}
        crumbs={[...outreachCrumbs, { label: name ?? 'Campaign', href: to`outreach/${id}` }]}
        lead="Nothing is sent before you launch it."
      />
      <Shown of={campaign}>
        {(found) =>
          !mayChange ? (
            <MayNot what="change campaigns" scope="outreach:write" />
          ) : found.status === 'draft' ? (
            <Editor key={found.id} first={() => formOf(found)} campaign={found} />
          ) : (
            <Empty
              title="It was launched, so it stays as it is."
              action={<LinkButton href={to`outreach/${id}`}>Show the campaign</LinkButton>}
            >
              To change the texts, copy it as a new campaign.
            </Empty>
          )
        }
      </Shown>
    </>
  );
}

export interface FieldsProps {
  form: CampaignForm;
  set: (change: Partial<CampaignForm>) => void;
}

function Editor({ first, campaign }: { first: () => CampaignForm; campaign?: Campaign }) {
  const [form, setForm] = useState(first);
  const set = (change: Partial<CampaignForm>) => setForm((before) => ({ ...before, ...change }));
  useUnsaved(form);
  const save = useSave(form, campaign);
  return (
    <WriteForm write={save}>
      <div className="columns">
        <TextInput label="Name" value={form.name} onChange={(name) => set({ name })} isRequired />
        <TextInput
          label="What it is about"
          value={form.description}
          onChange={(description) => set({ description })}
        />
      </div>
      <AudienceFields form={form} set={set} campaignId={campaign?.id} />
      <Composer form={form} set={set} campaignId={campaign?.id} />
      <SenderFields form={form} set={set} />
      <WindowFields form={form} set={set} />
      {save.error && <Refusal error={save.error} />}
      <div className="form-actions">
        <LinkButton href={campaign ? to`outreach/${campaign.id}` : '#/outreach'}>Cancel</LinkButton>
        <Button kind="main" type="submit" isBusy={save.isPending}>
          {campaign ? 'Save the draft' : 'Create the campaign'}
        </Button>
      </div>
    </WriteForm>
  );
}

function useSave(form: CampaignForm, campaign: Campaign | undefined) {
  const api = useApi();
  const body = bodyOf(form);
  const change = changeOf(form);
  const params = { id: campaign?.id ?? '' };
  useShownCall(
    campaign
      ? { operation: 'changeCampaign', params, body: change, title: 'Save the draft' }
      : { operation: 'createCampaign', body, title: 'Create the campaign' },
  );
  return useWrite(
    () => (campaign ? api.changeCampaign({ params, body: change }) : api.createCampaign({ body })),
    {
      quiet: true,
      done: ({ name }) =>
        campaign ? `${name} is saved.` : `${name} is saved as a draft. Launch it when it is ready.`,
      onDone: ({ id }) => navigate(to`outreach/${id}`),
    },
  );
}

/** The rejected part of the form, named as in the form. */
function Refusal({ error }: { error: Error }) {
  const field = error instanceof TriviumError ? error.field : undefined;
  return (
    <p className="note bad" role="alert">
      <span>
        {field && <strong>{placeOf(field)}: </strong>}
        {error.message}
      </span>
    </p>
  );
}

function placeOf(field: string): string {
  const step = /sequence\.(\d+)/.exec(field);
  if (step) return `Step ${Number(step[1]) + 1}`;
  return words(field.slice(field.lastIndexOf('.') + 1));
}
