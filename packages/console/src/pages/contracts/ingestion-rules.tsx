import { useState } from 'react';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { useApi, useMay } from '../../api/client.ts';
import { useList, useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Confirm, Dialog } from '../../parts/dialog.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty, Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';

type Rule = ItemOf<'listIngestionRules'>;

/** Custom transformations, in addition to the built-in ones. */
export function IngestionRules() {
  const list = useList('listIngestionRules', {});
  const mayChange = useMay('contracts:write');
  const [isNew, setNew] = useState(false);
  const add = mayChange && <Button onPress={() => setNew(true)}>New rule</Button>;
  return (
    <Section
      title="Custom rules"
      lead="Each transforms the data with a JSONata expression."
      actions={list.items.length > 0 && add}
    >
      <DataTable<Rule>
        label="Custom rules"
        list={list}
        rowKey={(one) => one.rule_id}
        columns={[
          { title: 'Name', cell: (one) => <code>{one.name}</code> },
          {
            title: 'Expression',
            width: '2.4fr',
            cell: (one) => <code className="clamped">{one.expression}</code>,
          },
          { title: 'Description', width: '1.6fr', cell: (one) => one.description ?? '–' },
          { title: 'Created', cell: (one) => <Time at={one.created_at} /> },
        ]}
        {...(mayChange && { rowActions: (one: Rule) => <DeleteRule of={one} /> })}
        say={(total) => plural(total, 'rule')}
        empty={
          <Empty title="There are no custom rules." action={add}>
            Built-in rules trim texts, convert amounts to wei, check addresses and more.
          </Empty>
        }
      />
      <Dialog title="Create a transformation rule" isOpen={isNew} onClose={() => setNew(false)}>
        <RuleForm onClose={() => setNew(false)} />
      </Dialog>
    </Section>
  );
}

function DeleteRule({ of }: { of: Rule }) {
  const api = useApi();
  const [isAsked, setAsked] = useState(false);
  const end = useWrite(() => api.deleteIngestionRule({ params: { id: of.rule_id } }), {
    shows: { operation: 'deleteIngestionRule', title: 'Delete a rule' },
    done: () => `${of.name} is deleted.`,
  });
  return (
    <>
      <Button aria-label={`Delete ${of.name}`} onPress={() => setAsked(true)}>
        Delete
      </Button>
      <Confirm
        title={`Delete ${of.name}?`}
        action="Delete rule"
        name={of.name}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => end.mutate()}
      >
        Existing jobs keep it as it was. New jobs that name it are refused.
      </Confirm>
    </>
  );
}

function RuleForm({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const [form, setForm] = useState({ name: '', expression: '', description: '' });
  const set = (field: keyof typeof form) => (value: string) => setForm({ ...form, [field]: value });
  const body = {
    name: form.name,
    expression: form.expression,
    ...(form.description !== '' && { description: form.description }),
  };
  useShownCall({ operation: 'createIngestionRule', body, title: 'Create the rule' });
  useUnsaved(form);
  const create = useWrite(() => api.createIngestionRule({ body }), {
    quiet: true,
    done: () => `${form.name} can be used.`,
    onDone: onClose,
  });
  return (
    <WriteForm write={create}>
      <TextInput
        label="Name"
        field="name"
        value={form.name}
        onChange={set('name')}
        isRequired
        placeholder="order-to-args"
      />
      <TextInput
        label="Expression"
        field="expression"
        value={form.expression}
        onChange={set('expression')}
        rows={5}
        isCode
        isRequired
        placeholder={'{ "args": [$string(amount)] }'}
        hint="A JSONata expression. It may run for half a second."
      />
      <TextInput
        label="Description"
        field="description"
        value={form.description}
        onChange={set('description')}
      />
      <Refused error={create.error} />
      <FormActions write={create} submit="Create the rule" onClose={onClose} />
    </WriteForm>
  );
}
