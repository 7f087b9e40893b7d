import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi } from '../../api/client.ts';
import { parseExactly } from '../../api/exact-numbers.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { navigate, to } from '../../app/router.tsx';
import { Choice, Many } from '../../parts/fields.tsx';
import { words } from '../../parts/format.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';

const builtIn = [
  ['trim_strings', 'White space around texts is removed'],
  ['lowercase_keys', 'Keys are written in lower case'],
  ['normalize_timestamps', 'Times become ISO 8601 in UTC'],
  ['to_wei', 'Amounts such as “1.5 ether” become wei'],
  ['to_checksum_address', 'Addresses get their checksum'],
  ['hash_payload', 'Adds the hash of the data'],
  ['drop_nulls', 'Fields without a value are removed'],
  ['pick:', 'Add a path: only that part is kept'],
  ['rename:', 'Add a:b: field a is renamed to b'],
  ['map_args:', 'Add paths: their values become the arguments of the call'],
] as const;
const priorities = ['critical', 'high', 'normal', 'low'].map((id) => ({ id, label: words(id) }));
const example = '{\n  "args": ["1"]\n}';

const emptyForm = { source: '', data: example, contract: '', fn: '', priority: 'normal' };

/** Submits data by hand, as a program would. */
export function NewJob({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const [form, setForm] = useState(emptyForm);
  const [rules, setRules] = useState<string[]>([]);
  const data = tryParse(form.data);
  const body = {
    source_id: form.source,
    data: data ?? {},
    ...(rules.length > 0 && { transformation_rules: rules }),
    ...(form.contract !== '' && { trigger_contract: form.contract }),
    ...(form.fn !== '' && { trigger_function: form.fn }),
    priority: form.priority as 'normal',
  };
  useShownCall({ operation: 'createIngestionJob', body, title: 'New ingestion job' });
  useUnsaved({ form, rules });
  const send = useWrite(() => api.createIngestionJob({ body }), {
    quiet: true,
    done: () => 'The job is created.',
    onDone: ({ job_id: id }) => navigate(to`contracts/jobs/${id}`),
  });
  return (
    <WriteForm write={send} isReady={data !== undefined}>
      <JobFields form={form} onChange={setForm} rules={rules} onRules={setRules} />
      <Refused error={send.error} />
      <FormActions write={send} submit="Create the job" onClose={onClose} />
    </WriteForm>
  );
}

interface FieldsProps {
  form: typeof emptyForm;
  onChange: (form: typeof emptyForm) => void;
  rules: string[];
  onRules: (rules: string[]) => void;
}

function JobFields({ form, onChange, rules, onRules }: FieldsProps) {
  const set = (name: keyof typeof form) => (value: string) => onChange({ ...form, [name]: value });
  return (
    <>
      <TextInput
        label="Source"
        field="source_id"
        value={form.source}
        onChange={set('source')}
        isRequired
        placeholder="warehouse"
        hint="Where the data comes from."
      />
      <TextInput
        label="Data"
        field="data"
        value={form.data}
        onChange={set('data')}
        rows={7}
        isCode
        error={tryParse(form.data) === undefined ? 'This is not a JSON object.' : undefined}
      />
      <Many
        label="Rules"
        field="transformation_rules"
        values={rules}
        onChange={onRules}
        options={useRuleOptions()}
        hint="Applied in this order. Choose rules, or type one such as pick:args and press Enter."
      />
      <Choice
        label="Then call"
        field="trigger_contract"
        value={form.contract}
        onChange={set('contract')}
        options={useContractOptions()}
      />
      {form.contract !== '' && (
        <TextInput
          label="Function"
          field="trigger_function"
          value={form.fn}
          onChange={set('fn')}
          hint="Empty: taken from the field “function” of the data, with the arguments in “args”."
        />
      )}
      <Choice label="Priority" value={form.priority} onChange={set('priority')} options={priorities} />
    </>
  );
}

function useRuleOptions() {
  const own = useRead('listIngestionRules', { query: { limit: 100 } }).data?.rules ?? [];
  return [
    ...own.map(({ name, description }) => ({ id: name, label: name, detail: description ?? 'Your own' })),
    ...builtIn.map(([id, detail]) => ({ id, label: id, detail })),
  ];
}

function useContractOptions() {
  const found = useRead('listContracts', { query: { status: 'deployed', limit: 100 } }).data?.contracts ?? [];
  return [
    { id: '', label: 'Nothing' },
    ...found.map(({ id, name, version }) => ({ id, label: name, detail: `Version ${version}` })),
  ];
}

function tryParse(text: string): Record<string, unknown> | undefined {
  try {
    const value = parseExactly(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
