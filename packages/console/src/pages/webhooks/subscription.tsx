import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useApi, useMay } from '../../api/client.ts';
import { useList, useRead, useWrite } from '../../api/read.ts';
import { navigate, type PageProps, to, useFilters } from '../../app/router.tsx';
import { Acknowledge } from '../../parts/acknowledge.tsx';
import { Button, CopyText, LinkButton } from '../../parts/button.tsx';
import { Code, Json } from '../../parts/code.tsx';
import { History } from '../../parts/deeds.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { count, Time, words } from '../../parts/format.tsx';
import { ActionMenu } from '../../parts/menu.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { BlockedKeys } from './blocked-keys.tsx';
import { DeadLetters } from './dead-letters.tsx';
import { DeliveryFilters, DeliveryTable, deliveryQuery } from './deliveries.tsx';
import { DeliveryChart } from './delivery-chart.tsx';
import { reasonText } from './delivery-status.tsx';
import { HealthStatus, isAiling, type Subscription } from './health.tsx';
import { PortalLinkDialog } from './portal-link-dialog.tsx';
import { ResendDialog, ResendProgress } from './resend.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { SendSample } from './send-sample.tsx';
import { waysFacts } from './sending-facts.ts';
import { SigningKeys } from './signing-keys.tsx';

/** One subscription: its health, deliveries, and what needs fixing. */
export function SubscriptionPage({ params: { id = '' }, search }: PageProps) {
  const subscription = useRead('getWebhookSubscription', { params: { subId: id } });
  const found = subscription.data;
  const name = found?.name || found?.url || 'Subscription';
  return (
    <>
      <PageHead
        title={name}
        crumbs={[{ label: 'Webhooks', href: '#/webhooks' }]}
        beside={found && <HealthStatus of={found} />}
        actions={found && <Manage subscription={found} name={name} />}
      />
      <Shown of={subscription}>
        {(read) => (
          <Overview of={read}>
            <Seen of={read} name={name} />
          </Overview>
        )}
      </Shown>
      {found && (
        <>
          {found.health.dead > 0 && (
            <Section title="Dead letters">
              <DeadLetters filters={{ subscription_id: id }} first={5} />
            </Section>
          )}
          <DeliveryChart subId={id} />
          <SendSample subId={id} events={found.events} />
          {found.signature === 'hmac_ed25519' && <SigningKeys subId={id} />}
          <Deliveries of={found} name={name} search={search} />
          <History of={id} />
        </>
      )}
    </>
  );
}

/** Who has acknowledged the problem, while there is one. */
function Seen({ of: { health, subscription_id: subId }, name }: { of: Subscription; name: string }) {
  if (!isAiling(health)) return null;
  return (
    <Acknowledge
      of={health.acknowledged}
      title={`Acknowledge the failure of ${name}`}
      operation="acknowledgeWebhookSubscription"
      params={{ subId }}
      scope="webhooks:write"
    />
  );
}

interface OverviewProps {
  of: Subscription;
  /** Shown below the problem. */
  children?: React.ReactNode;
}

export function Overview({ of: found, children }: OverviewProps) {
  const { health, backfill } = found;
  return (
    <>
      {health.last_error !== null && health.state !== 'healthy' && (
        <p className="note bad" role="status">
          The latest attempt failed: {reasonText(health.last_error)}
        </p>
      )}
      {children}
      <Facts
        of={{
          Receiver: <CopyText text={found.url} label="receiver" />,
          Events: <code>{found.events.join(', ')}</code>,
          Platform: found.platform && words(found.platform),
          Id: <CopyText text={found.subscription_id} label="id" />,
          Waiting: count(health.pending),
          'Dead letters': count(health.dead),
          Order: found.ordering && orderText(found),
          'Rate limit': found.rate_per_second && `${found.rate_per_second} a second`,
          ...waysFacts(found),
          'Earlier secret works until': found.previous_secret_expires_at && (
            <Time at={found.previous_secret_expires_at} withExact />
          ),
          Backfill: backfill && `${count(backfill.queued)} made, ${backfill.status}`,
          Created: <Time at={found.created_at} withExact />,
        }}
      />
      {health.blocked !== null && <BlockedKeys subId={found.subscription_id} of={health.blocked} />}
      {found.filter !== null && (
        <details className="nested">
          <summary>Filter</summary>
          <Json value={found.filter} label="Filter" />
        </details>
      )}
      {found.transform !== null && (
        <details className="nested">
          <summary>Transformation</summary>
          <Code text={found.transform} label="Transformation" />
        </details>
      )}
    </>
  );
}

/** The ordering, and what happens to later events when one fails. */
function orderText({ ordering, on_failure }: Subscription): string {
  const what = ordering === 'all' ? 'All events in one order' : `By ${ordering?.key}`;
  return `${what}; ${on_failure === 'skip' ? 'a failed one is skipped' : 'later ones wait for a failed one'}`;
}

function Deliveries({ of, name, search }: { of: Subscription; name: string; search: URLSearchParams }) {
  const subId = of.subscription_id;
  const [filters, change] = useFilters(search);
  const query = { ...deliveryQuery(filters), subscription_id: subId };
  const list = useList('searchWebhookDeliveries', { query });
  const [isAsking, setAsking] = useState(false);
  const [resendId, setResendId] = useState<string>();
  const mayResend = useMay('webhooks:write') && of.status !== 'disabled' && list.items.length > 0;
  return (
    <Section
      title="Deliveries"
      actions={
        mayResend && (
          <Button icon={RotateCw} onPress={() => setAsking(true)}>
            Send these again
          </Button>
        )
      }
    >
      <DeliveryFilters filters={filters} change={change} isOfOne />
      {resendId !== undefined && <ResendProgress resendId={resendId} />}
      <DeliveryTable list={list} hasFilters={Object.keys(query).length > 1} isOfOne first={10} />
      <ResendDialog
        query={query}
        of={name}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onStarted={setResendId}
      />
    </Section>
  );
}

/** Actions on the subscription as a whole; portal links get none of them. */
function Manage({ subscription, name }: { subscription: Subscription; name: string }) {
  const api = useApi();
  const subId = subscription.subscription_id;
  const params = { subId };
  const [asked, setAsked] = useState<'delete' | 'rotate' | 'link' | 'revoke' | undefined>();
  const isSending = subscription.status === 'active';
  const pause = useWrite(() => api.pauseWebhookSubscription({ params }), {
    shows: { operation: 'pauseWebhookSubscription', params, title: 'Pause it' },
    done: () => 'Nothing is sent until you resume it.',
    undo: () => api.resumeWebhookSubscription({ params }),
  });
  const resume = useWrite(() => api.resumeWebhookSubscription({ params }), {
    shows: { operation: 'resumeWebhookSubscription', params, title: 'Resume it' },
    done: () => 'Deliveries go on.',
    ...(subscription.status === 'paused' && { undo: () => api.pauseWebhookSubscription({ params }) }),
  });
  const revoke = useWrite(() => api.revokePortalLinks({ params }), {
    shows: { operation: 'revokePortalLinks', params, title: 'Revoke its portal links' },
    done: () => 'Its portal links no longer work.',
  });
  const remove = useWrite(() => api.deleteWebhookSubscription({ params }), {
    shows: { operation: 'deleteWebhookSubscription', params, title: 'Delete it' },
    done: () => `${name} is deleted.`,
    onDone: () => navigate('#/webhooks'),
  });
  if (!useMay('webhooks:write')) return null;
  const close = () => setAsked(undefined);
  return (
    <>
      <LinkButton href={to`webhooks/${subId}/edit`}>Edit</LinkButton>
      <Button
        isBusy={pause.isPending || resume.isPending}
        onPress={() => (isSending ? pause : resume).mutate()}
      >
        {isSending ? 'Pause' : 'Resume'}
      </Button>
      <ActionMenu
        label="More actions"
        actions={[
          { label: 'Rotate the secret …', run: () => setAsked('rotate') },
          { label: 'Create a portal link …', run: () => setAsked('link') },
          { label: 'Revoke its portal links …', run: () => setAsked('revoke') },
          { label: 'Delete …', run: () => setAsked('delete'), isDanger: true },
        ]}
      />
      <RotateSecret subId={subId} isOpen={asked === 'rotate'} onClose={close} />
      <PortalLinkDialog of={subscription} isOpen={asked === 'link'} onClose={close} />
      <Confirm
        title="Revoke its portal links?"
        action="Revoke links"
        isOpen={asked === 'revoke'}
        onClose={close}
        onConfirm={() => revoke.mutate()}
      >
        Anyone who has one loses access at once.
      </Confirm>
      <Confirm
        title={`Delete ${name}?`}
        action="Delete subscription"
        name={name}
        isOpen={asked === 'delete'}
        onClose={close}
        onConfirm={() => remove.mutate()}
      >
        Its log, dead letters and pending deliveries are deleted with it. This cannot be undone.
      </Confirm>
    </>
  );
}
