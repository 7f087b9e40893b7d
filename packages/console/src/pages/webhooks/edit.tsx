import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { TriviumError } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { type Body, useApi } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { navigate, type PageProps, to } from '../../app/router.tsx';
import { Button, CopyButton, LinkButton } from '../../parts/button.tsx';
import { Check, Choice, Many } from '../../parts/fields.tsx';
import { hoursAgo } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useEventTypes } from '../events/event-types.ts';
import type { Subscription } from './health.tsx';
import { makeSecret } from './make-secret.ts';

const crumbs = [{ label: 'Webhooks', href: '#/webhooks' }];

export function NewSubscriptionPage() {
  const api = useApi();
  const [secret, setSecret] = useState(makeSecret);
  const [isBackfilled, setBackfilled] = useState(false);
  const backfill = isBackfilled ? { backfill_from: hoursAgo(24) } : {};
  const create = useWrite(
    (form: Form) =>
      api.createWebhookSubscription({
        body: { ...bodyOf(form), secret, ...backfill } as Body<'createWebhookSubscription'>,
      }),
    {
      quiet: true,
      done: ({ name }) => `${name} is subscribed.`,
      onDone: ({ subscription_id }) => navigate(to`webhooks/${subscription_id}`),
    },
  );
  return (
    <>
      <PageHead
        title="New subscription"
        crumbs={crumbs}
        lead="Each event of the types you choose is sent to your receiver, signed."
      />
      <SubscriptionForm
        operation="createWebhookSubscription"
        first={emptyForm}
        action="Subscribe"
        isBusy={create.isPending}
        error={create.error}
        extra={{ secret: '<your secret>', ...backfill }}
        onSend={(form) => create.mutate(form)}
        backHref="#/webhooks"
      >
        <div className="with-buttons">
          <TextInput
            label="Secret"
            value={secret}
            onChange={setSecret}
            isRequired
            isCode
            hint="Your receiver checks the signature with it. Copy it now: it is stored sealed and never shown again."
          />
          <CopyButton text={secret} label="Copy secret" />
          <Button
            kind="quiet"
            icon={RefreshCw}
            aria-label="Generate another secret"
            onPress={() => setSecret(makeSecret())}
          >
            {null}
          </Button>
        </div>
        <Check
          label="Also send the events of the last 24 hours that match"
          isChecked={isBackfilled}
          onChange={setBackfilled}
        />
      </SubscriptionForm>
    </>
  );
}

export function EditSubscriptionPage({ params: { id = '' } }: PageProps) {
  const api = useApi();
  const params = { subId: id };
  const subscription = useRead('getWebhookSubscription', { params });
  const save = useWrite(
    (form: Form) =>
      api.updateWebhookSubscription({ params, body: bodyOf(form) as Body<'updateWebhookSubscription'> }),
    {
      quiet: true,
      done: () => 'The subscription is changed.',
      onDone: () => navigate(to`webhooks/${id}`),
    },
  );
  const name = subscription.data?.name || subscription.data?.url || 'Subscription';
  return (
    <>
      <PageHead title={`Edit ${name}`} crumbs={[...crumbs, { label: name, href: to`webhooks/${id}` }]} />
      <Shown of={subscription}>
        {(found) => (
          <SubscriptionForm
            operation="updateWebhookSubscription"
            params={params}
            first={formOf(found)}
            action="Save"
            isBusy={save.isPending}
            error={save.error}
            onSend={(form) => save.mutate(form)}
            backHref={to`webhooks/${id}`}
          />
        )}
      </Shown>
    </>
  );
}

interface Form {
  name: string;
  url: string;
  events: string[];
  platform: string;
  filter: string;
  rate: string;
}

const emptyForm: Form = { name: '', url: '', events: [], platform: '', filter: '', rate: '' };

function formOf({ name, url, events, platform, filter, rate_per_second }: Subscription): Form {
  return {
    name: name ?? '',
    url,
    events,
    platform: platform ?? '',
    filter: filter === null ? '' : JSON.stringify(filter, null, 2),
    rate: rate_per_second === null ? '' : String(rate_per_second),
  };
}

function bodyOf({ name, url, events, platform, filter, rate }: Form): object {
  return {
    name,
    url,
    events,
    platform: platform === '' ? null : platform,
    filter: filter.trim() === '' ? null : (tryParse(filter) ?? null),
    rate_per_second: rate === '' ? null : Number(rate),
  };
}

function tryParse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const platforms = [
  { id: '', label: 'Any platform' },
  { id: 'contracts', label: 'Contracts' },
  { id: 'outreach', label: 'Outreach' },
  { id: 'application_review', label: 'Application review' },
];

interface SubscriptionFormProps {
  operation: 'createWebhookSubscription' | 'updateWebhookSubscription';
  params?: Record<string, string>;
  first: Form;
  action: string;
  isBusy: boolean;
  error: unknown;
  /** Fields of the call that are not in this form. */
  extra?: object;
  onSend: (form: Form) => void;
  backHref: string;
  children?: React.ReactNode;
}

function SubscriptionForm({
  operation,
  params,
  first,
  action,
  isBusy,
  error,
  extra,
  onSend,
  backHref,
  children,
}: SubscriptionFormProps) {
  const [form, setForm] = useState(first);
  const set = (field: keyof Form) => (value: string) => setForm((now) => ({ ...now, [field]: value }));
  useShownCall({ operation, params, body: { ...bodyOf(form), ...extra }, title: action });
  const field = error instanceof TriviumError ? error.field : undefined;
  const message = error instanceof Error ? error.message : undefined;
  const problemOf = (name: string) =>
    field !== undefined && field.split('.')[0] === name ? message : undefined;
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
        hint="Choose types, or type one of your own and press Enter. contract.* means all below it."
      />
      {children}
      <Narrowing form={form} set={set} problemOf={problemOf} />
      {message !== undefined &&
        !['name', 'url', 'events', 'filter', 'rate_per_second'].includes(field ?? '') && (
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

function isFilterWrong({ filter }: Form): boolean {
  return filter.trim() !== '' && tryParse(filter) === undefined;
}

interface NarrowingProps {
  form: Form;
  set: (field: keyof Form) => (value: string) => void;
  problemOf: (field: string) => string | undefined;
}

/** What few subscriptions need. */
function Narrowing({ form, set, problemOf }: NarrowingProps) {
  const { platform, filter, rate } = form;
  return (
    <details className="nested" open={platform !== '' || filter !== '' || rate !== ''}>
      <summary>Filter, platform and pace</summary>
      <div className="form">
        <Choice label="Platform" value={platform} onChange={set('platform')} options={platforms} />
        <TextInput
          label="Filter on the payload"
          value={filter}
          onChange={set('filter')}
          rows={4}
          isCode
          placeholder={'{"amount": {"$gte": 100}}'}
          error={isFilterWrong(form) ? 'This is not JSON.' : problemOf('filter')}
          hint="Only events that meet it are sent."
        />
        <TextInput
          label="At most so many attempts a second"
          type="number"
          value={rate}
          onChange={set('rate')}
          error={problemOf('rate_per_second')}
        />
      </div>
    </details>
  );
}
