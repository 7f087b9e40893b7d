import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { type Body, useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { NumberInputs } from '../../parts/number-inputs.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import type { Mailbox } from './mailboxes.tsx';

function formOf(mailbox: Mailbox | undefined) {
  const text = (value: number | string | null | undefined) => String(value ?? '');
  return {
    address: text(mailbox?.address),
    name: text(mailbox?.name),
    postal: text(mailbox?.postal_address),
    daily: text(mailbox?.daily_limit),
    hourly: text(mailbox?.hourly_limit),
    gap: text(mailbox?.min_gap_seconds ?? 0),
    first: text(mailbox?.warmup?.first_day),
    more: text(mailbox?.warmup?.daily_step),
  };
}

type Form = ReturnType<typeof formOf>;

const limitOf = (text: string) => (text === '' ? null : Number(text));

function settingsOf(form: Form): Body<'changeMailbox'> {
  return {
    ...(form.name !== '' && { name: form.name }),
    postal_address: form.postal === '' ? null : form.postal,
    daily_limit: limitOf(form.daily),
    hourly_limit: limitOf(form.hourly),
    min_gap_seconds: Number(form.gap),
    warmup: form.first === '' ? null : { first_day: Number(form.first), daily_step: Number(form.more || 0) },
  };
}

/** A mailbox's name and throttle; the address is set only once. */
export function MailboxForm({ mailbox, onClose }: { mailbox: Mailbox | undefined; onClose: () => void }) {
  const api = useApi();
  const [form, setForm] = useState(() => formOf(mailbox));
  const set = (name: keyof Form) => (value: string) => setForm({ ...form, [name]: value });
  const settings = settingsOf(form);
  useUnsaved(form);
  const body = { ...settings, address: form.address };
  useShownCall(
    mailbox === undefined
      ? { operation: 'createMailbox', body, title: 'Add the mailbox' }
      : {
          operation: 'changeMailbox',
          params: { id: mailbox.id },
          body: settings,
          title: 'Save the settings',
        },
  );
  const save = useWrite(
    () =>
      mailbox === undefined
        ? api.createMailbox({ body })
        : api.changeMailbox({ params: { id: mailbox.id }, body: settings }),
    { quiet: true, done: ({ address }) => `${address} is saved.`, onDone: onClose },
  );
  return (
    <WriteForm write={save}>
      <MailboxFields form={form} set={set} isNew={mailbox === undefined} />
      <Refused error={save.error} />
      <FormActions
        write={save}
        submit={mailbox === undefined ? 'Add the mailbox' : 'Save the settings'}
        onClose={onClose}
      />
    </WriteForm>
  );
}

interface FieldsProps {
  form: Form;
  set: (name: keyof Form) => (value: string) => void;
  isNew: boolean;
}

function MailboxFields({ form, set, isNew }: FieldsProps) {
  return (
    <>
      {isNew && (
        <TextInput
          label="Address"
          field="address"
          type="email"
          value={form.address}
          onChange={set('address')}
          isRequired
        />
      )}
      <TextInput
        label="Name"
        field="name"
        value={form.name}
        onChange={set('name')}
        hint="Shown to readers with the address."
      />
      <TextInput
        label="Postal address"
        field="postal_address"
        value={form.postal}
        onChange={set('postal')}
        hint="Appears at the bottom of each mail."
      />
      <PaceFields form={form} set={set} />
    </>
  );
}

function PaceFields({ form, set }: Omit<FieldsProps, 'isNew'>) {
  const noLimit = 'Empty: no limit.';
  return (
    <div className="filters">
      <NumberInputs
        form={form}
        set={set}
        fields={[
          { of: 'daily', label: 'Mails per day', field: 'daily_limit', hint: noLimit },
          { of: 'hourly', label: 'Mails per hour', field: 'hourly_limit', hint: noLimit },
          { of: 'first', label: 'Warm-up: first day', field: 'warmup.first_day', hint: 'Empty: none.' },
          { of: 'more', label: 'Warm-up: increase per day', field: 'warmup.daily_step' },
          { of: 'gap', label: 'Seconds between two mails', field: 'min_gap_seconds' },
        ]}
      />
    </div>
  );
}
