import { FileText, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { useApi, useMay } from '../../api/client.ts';
import { useList, useWrite } from '../../api/read.ts';
import { navigate, to } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty, Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import { OutreachNav, outreachCrumbs } from './outreach-nav.tsx';

export type Template = ItemOf<'listTemplates'>;

/** Templates for single mails. */
export function TemplatesPage() {
  const list = useList('listTemplates', {});
  const mayChange = useMay('outreach:write');
  const [isOpen, setOpen] = useState(false);
  const add = mayChange && (
    <Button kind="main" icon={Plus} onPress={() => setOpen(true)}>
      New template
    </Button>
  );
  return (
    <>
      <PageHead
        title="Templates"
        crumbs={outreachCrumbs}
        actions={add}
        lead="Stored once, and used by mails that programs or workflows send."
      />
      <OutreachNav here="#/outreach/templates" />
      <DataTable
        label="Templates"
        list={list}
        rowKey={(one) => one.id}
        rowHref={(one) => to`outreach/templates/${one.id}`}
        columns={[
          { title: 'Name', width: '1.4fr', cell: (one) => one.name },
          { title: 'Subject', width: '2fr', cell: (one) => one.subject },
          { title: 'Created', width: '0.8fr', cell: (one) => <Time at={one.created_at} /> },
        ]}
        say={(total) => plural(total, 'template')}
        empty={
          <Empty icon={FileText} title="There are no templates yet." action={add}>
            A mail then names its id instead of a subject and a body. Campaigns have their texts in their
            steps.
          </Empty>
        }
      />
      <TemplateDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

interface TemplateDialogProps {
  /** The template to start from. */
  like?: Template;
  isOpen: boolean;
  onClose: () => void;
}

/** Templates are immutable, since mails were sent with them: this creates a new one. */
export function TemplateDialog({ like, isOpen, onClose }: TemplateDialogProps) {
  return (
    <Dialog title="New template" isOpen={isOpen} onClose={onClose}>
      <TemplateForm {...(like && { like })} onClose={onClose} />
    </Dialog>
  );
}

function TemplateForm({ like, onClose }: Pick<TemplateDialogProps, 'like' | 'onClose'>) {
  const api = useApi();
  const [form, setForm] = useState({
    name: like === undefined ? '' : `${like.name}, changed`,
    subject: like?.subject ?? '',
    body: like?.body ?? '',
    html: like?.html ?? '',
  });
  const set = (field: keyof typeof form) => (value: string) => setForm({ ...form, [field]: value });
  const { html, ...texts } = form;
  const body = { ...texts, ...(html !== '' && { html }) };
  useShownCall({ operation: 'createTemplate', body, title: 'Create the template' });
  useUnsaved(form);
  const create = useWrite(() => api.createTemplate({ body }), {
    quiet: true,
    done: ({ name }) => `${name} is created.`,
    onDone: ({ id }) => {
      onClose();
      navigate(to`outreach/templates/${id}`);
    },
  });
  return (
    <WriteForm write={create}>
      <TextInput label="Name" field="name" value={form.name} onChange={set('name')} isRequired />
      <TextInput label="Subject" field="subject" value={form.subject} onChange={set('subject')} isRequired />
      <TextInput
        label="Text"
        field="body"
        value={form.body}
        onChange={set('body')}
        rows={8}
        isRequired
        hint={'{{ first_name | default: "there" }} is filled in for each reader.'}
      />
      <TextInput
        label="HTML"
        field="html"
        value={form.html}
        onChange={set('html')}
        rows={4}
        isCode
        hint="Empty: it is made from the text."
      />
      <Refused error={create.error} />
      <FormActions write={create} submit="Create the template" onClose={onClose} />
    </WriteForm>
  );
}
