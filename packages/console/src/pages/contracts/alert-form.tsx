import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Choice, Many, Suggest } from '../../parts/fields.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import { eventNamesOf } from './abi.ts';
import { type AlertDraft, bodyOf, draftOf, isWindowed } from './alert-draft.ts';
import { conditionText, metrics, operators, type Rule, units } from './alert-words.ts';
import type { Contract } from './words.tsx';

interface Props {
  contract: Contract;
  /** The rule being edited; undefined for a new one. */
  rule: Rule | undefined;
  onClose: () => void;
  /** Called with secrets generated for webhooks. */
  onSecrets: (secrets: string[]) => void;
}

/** Creates or edits a rule. */
export function AlertForm({ contract, rule, onClose, onSecrets }: Props) {
  const api = useApi();
  const [draft, setDraft] = useState(() => draftOf(rule));
  const params = { id: contract.id };
  const changed = rule && { ...params, ruleId: rule.rule_id };
  const body = bodyOf(draft);
  useUnsaved(draft);
  useShownCall(
    changed
      ? { operation: 'updateContractAlert', params: changed, body, title: 'Save the rule' }
      : { operation: 'createContractAlert', params, body, title: 'Create the rule' },
  );
  const save = useWrite(
    () =>
      changed
        ? api.updateContractAlert({ params: changed, body })
        : api.createContractAlert({ params, body }),
    {
      quiet: true,
      done: ({ rule_name: name }) => `${name} ${rule === undefined ? 'is active' : 'is changed'}.`,
      onDone: ({ actions }) => {
        onClose();
        onSecrets(actions.flatMap(({ secret }) => secret ?? []));
      },
    },
  );
  return (
    <WriteForm write={save}>
      <ConditionFields draft={draft} onChange={setDraft} events={eventNamesOf(contract.abi)} />
      <ActionFields draft={draft} onChange={setDraft} before={rule} />
      <Refused error={save.error} />
      {Number.isFinite(body.condition.threshold) && draft.threshold.trim() !== '' && (
        <p className="note">{conditionText(body.condition)}, it fires.</p>
      )}
      <FormActions
        write={save}
        submit={rule === undefined ? 'Create the rule' : 'Save the rule'}
        onClose={onClose}
      />
    </WriteForm>
  );
}

interface FieldsProps {
  draft: AlertDraft;
  onChange: (draft: AlertDraft) => void;
}

function setterOf(draft: AlertDraft, onChange: FieldsProps['onChange']) {
  return <Name extends keyof AlertDraft>(name: Name) =>
    (value: AlertDraft[Name]) =>
      onChange({ ...draft, [name]: value });
}

const metricOptions = Object.entries(metrics).map(([id, { label, of }]) => ({
  id,
  label,
  detail: { execution: 'Each execution', window: 'Over a time window', now: 'Current value' }[of],
}));
const operatorOptions = Object.entries(operators).map(([id, label]) => ({ id, label }));

function ConditionFields({ draft, onChange, events }: FieldsProps & { events: string[] }) {
  const set = setterOf(draft, onChange);
  return (
    <>
      <TextInput
        label="Name"
        field="rule_name"
        value={draft.name}
        onChange={set('name')}
        isRequired
        placeholder="Payments fail"
      />
      <div className="filters">
        <Choice
          label="Metric"
          field="condition.metric"
          value={draft.metric}
          onChange={(metric) => onChange({ ...draft, metric: metric as AlertDraft['metric'] })}
          options={metricOptions}
        />
        <Choice
          label="Condition"
          value={draft.operator}
          onChange={set('operator')}
          options={operatorOptions}
        />
        <TextInput
          label={`Threshold, ${units[metrics[draft.metric].unit]}`}
          field="condition.threshold"
          value={draft.threshold}
          onChange={set('threshold')}
          isRequired
        />
        {isWindowed(draft.metric) && (
          <TextInput
            label="Window in minutes"
            field="condition.window_minutes"
            type="number"
            value={draft.window}
            onChange={set('window')}
            placeholder="60"
          />
        )}
      </div>
      {draft.metric === 'event_count' && (
        <Suggest
          label="Event"
          field="condition.event"
          value={draft.event}
          onChange={set('event')}
          options={events.map((id) => ({ id, label: id }))}
          hint="Empty: all events count."
        />
      )}
    </>
  );
}

const severities = [
  { id: 'info', label: 'Info' },
  { id: 'warning', label: 'Warning' },
  { id: 'critical', label: 'Critical' },
];

/** What changing the URL means for its signing secret. */
function secretHint(draft: AlertDraft, before: Rule | undefined): string {
  const had = before?.actions.find(({ type }) => type === 'webhook')?.url;
  if (before === undefined || draft.url.trim() === '') return '';
  return had === draft.url.trim() ? ' It keeps its secret.' : ' Saving makes a secret for it.';
}

function ActionFields({ draft, onChange, before }: FieldsProps & { before: Rule | undefined }) {
  const set = setterOf(draft, onChange);
  return (
    <>
      <Choice label="Severity" value={draft.severity} onChange={set('severity')} options={severities} />
      <TextInput
        label="Webhook URL"
        type="url"
        value={draft.url}
        onChange={set('url')}
        placeholder="https://example.com/alerts"
        hint={`Gets alert.triggered as a signed delivery. Empty: none.${secretHint(draft, before)}`}
      />
      <Many
        label="Email recipients"
        values={draft.recipients}
        onChange={set('recipients')}
        options={[]}
        placeholder="ops@example.com"
        hint="Type an address and press Enter."
      />
      <details className="nested" open={draft.cooldown !== '' || draft.eventType !== ''}>
        <summary>How often, and an extra event</summary>
        <div className="form">
          <TextInput
            label="Minutes of silence after an alert"
            field="cooldown_minutes"
            type="number"
            value={draft.cooldown}
            onChange={set('cooldown')}
          />
          <TextInput
            label="Publish this event too"
            value={draft.eventType}
            onChange={set('eventType')}
            placeholder="budget.alarm"
            hint="alert.triggered is published in any case."
          />
        </div>
      </details>
    </>
  );
}
