import { useState } from 'react';
import { TriviumError } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Many } from '../../parts/fields.tsx';
import { plainMessage } from '../../parts/refusal.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { useEventTypes } from '../events/event-types.ts';
import { ContentFields } from './content-fields.tsx';
import { SendingFields } from './sending-fields.tsx';
import { bodyOf, type Form, isFilterWrong } from './subscription-body.ts';

/** Fields that show their own errors. */
const fields = [
  ...['name', 'url', 'events', 'platform', 'filter', 'transform', 'rate_per_second'],
  ...['ordering', 'batch', 'retry', 'headers', 'auth'],
];

interface SubscriptionFormProps {
  operation: 'createWebhookSubscription' | 'updateWebhookSubscription';
  params?: { subId: string };
  first: Form;
  action: string;
  isBusy: boolean;
  error: unknown;
  /** Request fields that are not in this form. */
  extra?: object;
  onSend: (form: Form) => void;
  backHref: string;
  children?: React.ReactNode;
}

export interface FormPartProps {
  form: Form;
  set: (field: keyof Form) => (value: string) => void;
  problemOf: (field: string) => string | undefined;
}

/** A subscription form, tried on a past event while it is filled in. */
export function SubscriptionForm(props: SubscriptionFormProps) {
  const { operation, params, first, action, isBusy, error, extra, onSend, backHref, children } = props;
  const [form, setForm] = useState(first);
  const set = (field: keyof Form) => (value: string) => setForm((now) => ({ ...now, [field]: value }));
  useShownCall({ operation, params, body: { ...shownBody(form), ...extra }, title: action });
  useUnsaved(form);
  const field = error instanceof TriviumError ? error.field : undefined;
  const message = error instanceof Error ? plainMessage(error) : undefined;
  const problemOf = (name: string) => (field === name || field?.startsWith(`${name}.`) ? message : undefined);
  const [isTried, setTried] = useState(false);
  const hasNoEvent = isTried && form.events.length === 0 ? 'Choose at least one type.' : undefined;
  return (
    <form
      className="form narrow"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (form.events.length > 0 && !isFilterWrong(form)) onSend(form);
      }}
    >
      <TextInput
        label="Name"
        value={form.name}
        onChange={set('name')}
        isRequired
        error={problemOf('name')}
        placeholder="Orders to the warehouse"
      />
      <TextInput
        label="Receiver"
        type="url"
        value={form.url}
        onChange={set('url')}
        isRequired
        error={problemOf('url')}
        placeholder="https://example.com/hook"
      />
      <Many
        label="Events"
        values={form.events}
        onChange={(events) => setForm((now) => ({ ...now, events }))}
        options={useEventTypes()}
        error={hasNoEvent ?? problemOf('events')}
        placeholder="contract.*, order.paid"
        hint="Choose types, or type one of your own and press Enter. contract.* includes everything below it."
      />
      {children}
      <ContentFields form={form} set={set} problemOf={problemOf} subId={params?.subId} />
      <SendingFields form={form} set={set} problemOf={problemOf} first={first} />
      {message !== undefined && !fields.includes(field?.split('.')[0] ?? '') && (
        <p className="note bad" role="alert">
          {message}
        </p>
      )}
      <div className="form-actions">
        <LinkButton href={backHref}>Cancel</LinkButton>
        <Button kind="main" type="submit" isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** The body as sent, without secrets that are never shown again. */
function shownBody(form: Form): object {
  const hidden = form.authSecret === '' ? form : { ...form, authSecret: '<your secret>' };
  return bodyOf(hidden);
}
