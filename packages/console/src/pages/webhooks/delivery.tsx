import { RotateCw } from 'lucide-react';
import { useApi, useClient, useMay } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { type PageProps, to } from '../../app/router.tsx';
import { Button, CopyText } from '../../parts/button.tsx';
import { Time } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { Attempts } from './attempts.tsx';
import { DeliveryStatus } from './delivery-status.tsx';

/**
 * A delivery with the exact bytes of each attempt and the receiver's response. Portal links can open it too.
 */
export function DeliveryPage({ params: { id = '' } }: PageProps) {
  const delivery = useRead(
    'getWebhookDelivery',
    { params: { deliveryId: id } },
    { every: (found) => found?.status === 'pending' && 1_500 },
  );
  const found = delivery.data;
  const subId = found?.subscription_id;
  const subscription = useRead(
    'getWebhookSubscription',
    { params: { subId: subId ?? '' } },
    { enabled: subId !== undefined },
  );
  const name = subscription.data?.name || subscription.data?.url || 'Subscription';
  const isPortal = useClient().session === undefined;
  const isTest = found?.event_id === null;
  const isGone = subscription.data?.status === 'disabled';
  const crumbs = isPortal ? [] : [{ label: 'Webhooks', href: '#/webhooks' }];
  if (subId !== undefined) crumbs.push({ label: name, href: to`webhooks/${subId}` });
  return (
    <>
      <PageHead
        title={found ? `${found.event} to ${name}` : 'Delivery'}
        crumbs={crumbs}
        beside={found && <DeliveryStatus of={{ ...found, attempts: found.attempts.length }} />}
        actions={found && !isTest && <Resend deliveryId={id} isDisabled={isGone} />}
        {...(isTest && { lead: 'This was a sample. Send another one from the page of the subscription.' })}
        {...(isGone && { lead: 'The subscription is disabled: resume it before you send this again.' })}
      />
      <Shown of={delivery}>
        {(read) => (
          <>
            <Facts
              of={{
                Event:
                  read.event_id === null ? (
                    'A sample'
                  ) : isPortal ? (
                    read.event
                  ) : (
                    <a href={to`events/${read.event_id}`}>{read.event}</a>
                  ),
                Subscription: <a href={to`webhooks/${read.subscription_id}`}>{name}</a>,
                'Next attempt': read.next_attempt_at && <Time at={read.next_attempt_at} withExact />,
                Id: <CopyText text={read.delivery_id} label="id" />,
              }}
            />
            <Section title="Attempts">
              <Attempts of={read.attempts} />
            </Section>
          </>
        )}
      </Shown>
    </>
  );
}

function Resend({ deliveryId, isDisabled }: { deliveryId: string; isDisabled: boolean }) {
  const api = useApi();
  const resend = useWrite(() => api.resendWebhookDelivery({ params: { deliveryId } }), {
    shows: { operation: 'resendWebhookDelivery', params: { deliveryId }, title: 'Send it again' },
    done: () => 'It is being sent again; the attempt shows here once it has ended.',
  });
  if (!useMay('webhooks:write')) return null;
  return (
    <Button
      kind="main"
      icon={RotateCw}
      isBusy={resend.isPending}
      isDisabled={isDisabled}
      onPress={() => resend.mutate()}
    >
      Send again
    </Button>
  );
}
