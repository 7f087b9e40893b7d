import { useState } from 'react';
import { TriviumError } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { useApi } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { navigate, type PageProps, to } from '../../app/router.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { words } from '../../parts/format.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { WriteForm } from '../../parts/write-form.tsx';
import { AudienceFields } from './audience-fields.tsx';
import {
  bodyOf,
  type CampaignForm,
  emptyForm,
  formOf,
  stepsOfForm,
  strategyOfForm,
} from './campaign-form.ts';
import { outreachCrumbs } from './outreach-nav.tsx';
import { PreviewByLead } from './preview.tsx';
import { SenderFields, WindowFields } from './sender-fields.tsx';
import { SequenceEditor } from './sequence-editor.tsx';

/** Makes a campaign, from nothing or as a copy of another. */
export function NewCampaignPage({ search }: PageProps) {
  const from = search.get('from');
  const source = useRead('getCampaign', { params: { id: from ?? '' } }, { enabled: from !== null });
  return (
    <>
      <PageHead title="New campaign" crumbs={outreachCrumbs} lead="Nothing is sent before you launch it." />
      {from === null ? (
        <Editor first={emptyForm} />
      ) : (
        <Shown of={source}>{(found) => <Editor key={found.id} first={() => formOf(found)} />}</Shown>
      )}
    </>
  );
}

export interface FieldsProps {
  form: CampaignForm;
  set: (change: Partial<CampaignForm>) => void;
}

function Editor({ first }: { first: () => CampaignForm }) {
  const api = useApi();
  const [form, setForm] = useState(first);
  const set = (change: Partial<CampaignForm>) => setForm((before) => ({ ...before, ...change }));
  const body = bodyOf(form);
  useUnsaved(form);
  useShownCall({ operation: 'createCampaign', body, title: 'Create the campaign' });
  const create = useWrite(() => api.createCampaign({ body }), {
    quiet: true,
    done: ({ name }) => `${name} is a draft now. Launch it when you are sure.`,
    onDone: ({ id }) => navigate(to`outreach/${id}`),
  });
  return (
    <WriteForm write={create}>
      <div className="columns">
        <TextInput label="Name" value={form.name} onChange={(name) => set({ name })} isRequired />
        <TextInput
          label="What it is about"
          value={form.description}
          onChange={(description) => set({ description })}
        />
      </div>
      <AudienceFields form={form} set={set} />
      <SequenceEditor form={form} set={set} />
      <Section
        title="Preview"
        lead="Each mail as a lead of yours gets it, and the verdict of the compliance guard."
      >
        <PreviewByLead strategy={strategyOfForm(form)} steps={stepsOfForm(form)} />
      </Section>
      <SenderFields form={form} set={set} />
      <WindowFields form={form} set={set} />
      {create.error && <Refusal error={create.error} />}
      <div className="form-actions">
        <LinkButton href="#/outreach">Not now</LinkButton>
        <Button kind="main" type="submit" isBusy={create.isPending}>
          Create the campaign
        </Button>
      </div>
    </WriteForm>
  );
}

/** Which part of the form is refused, in the form's words. */
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
