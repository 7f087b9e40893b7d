import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { type Body, useApi, useMay } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { navigate, type PageProps, to } from '../../app/router.tsx';
import { Button, CopyButton } from '../../parts/button.tsx';
import { Check } from '../../parts/fields.tsx';
import { hoursAgo, plural } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { MayNot, Shown } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { makeSecret } from './make-secret.ts';
import { bodyOf, emptyForm, type Form, formOf } from './subscription-body.ts';
import { SubscriptionForm } from './subscription-form.tsx';

const crumbs = [{ label: 'Webhooks', href: '#/webhooks' }];

export function NewSubscriptionPage({ search }: PageProps) {
  const type = search.get('type');
  return useMay('webhooks:write') ? (
    <NewSubscription events={type === null ? [] : [type]} />
  ) : (
    <NoChange title="New subscription" />
  );
}

function NoChange({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} crumbs={crumbs} />
      <MayNot what="change subscriptions" scope="webhooks:write" />
    </>
  );
}

function NewSubscription({ events }: { events: string[] }) {
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
        first={{ ...emptyForm, events }}
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
            hint="Your receiver checks the signature with it. Copy it now: it is stored encrypted and never shown again."
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
  return useMay('webhooks:write') ? <EditSubscription id={id} /> : <NoChange title="Edit subscription" />;
}

function EditSubscription({ id }: { id: string }) {
  const api = useApi();
  const params = { subId: id };
  const subscription = useRead('getWebhookSubscription', { params });
  const save = useWrite(
    (form: Form) =>
      api.updateWebhookSubscription({ params, body: bodyOf(form) as Body<'updateWebhookSubscription'> }),
    {
      quiet: true,
      done: ({ health: { dead } }) =>
        dead === 0
          ? 'The subscription is changed.'
          : `The subscription is changed. ${plural(dead, 'dead letter')} can be sent again here.`,
      onDone: () => navigate(to`webhooks/${id}`),
    },
  );
  const name = subscription.data?.name || subscription.data?.url || 'Subscription';
  const [began, setBegan] = useState<string>();
  const now = subscription.data?.updated_at;
  if (began === undefined && now !== undefined) setBegan(now);
  return (
    <>
      <PageHead title={`Edit ${name}`} crumbs={[...crumbs, { label: name, href: to`webhooks/${id}` }]} />
      {began !== now && !save.isSuccess && <Overtaken />}
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

/** Keeps what was typed, and says what saving will do. */
function Overtaken() {
  return (
    <p className="note warn above-table" role="status">
      The subscription was changed by somebody else meanwhile. Saving overwrites that change.
    </p>
  );
}
