import { CircleAlert } from 'lucide-react';
import { useRead } from '../../api/read.ts';
import { type PageProps, to } from '../../app/router.tsx';
import { CopyText } from '../../parts/button.tsx';
import { Time } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { Checks } from './checks.tsx';
import { fateText } from './messages.tsx';
import { outreachCrumbs } from './outreach-nav.tsx';
import { type Message, MessageStatus } from './words.tsx';

/** One mail: its text, outcome, and the guard's verdict. */
export function MessagePage({ params: { id = '' } }: PageProps) {
  const message = useRead('getCommunication', { params: { id } });
  const found = message.data;
  const campaignId = found?.campaign_id ?? undefined;
  const campaign = useRead(
    'getCampaign',
    { params: { id: campaignId ?? '' } },
    { enabled: campaignId !== undefined },
  );
  const crumbs = campaignId
    ? [...outreachCrumbs, { label: campaign.data?.name ?? 'Campaign', href: to`outreach/${campaignId}` }]
    : outreachCrumbs;
  return (
    <>
      <PageHead
        title={found?.subject ?? 'Mail'}
        crumbs={crumbs}
        beside={found && <MessageStatus state={found.status} />}
        lead={found && `To ${found.to}`}
      />
      <Shown of={message}>{(one) => <Mail of={one} />}</Shown>
    </>
  );
}

function Mail({ of }: { of: Message }) {
  const hindered = of.status === 'failed' || (of.status !== 'sent' && of.waiting_for !== null);
  const moment = (at: string | null) => at && <Time at={at} withExact />;
  return (
    <>
      {hindered && (
        <div className={`note ${of.status === 'failed' ? 'bad' : 'warn'} above-table`} role="status">
          <CircleAlert aria-hidden size={16} />
          <p>{fateText(of)}</p>
        </div>
      )}
      <div className="columns">
        <article className="mail" aria-label="The text">
          <p className="mail-body" dir="auto">
            {of.body}
          </p>
        </article>
        <Facts
          of={{
            Lead: of.lead_id && <a href={to`outreach/leads/${of.lead_id}`}>{of.to}</a>,
            Step:
              of.step === null
                ? undefined
                : [of.step, of.variant && `variant ${of.variant}`].filter(Boolean).join(', '),
            Due: moment(of.scheduled_send_time),
            'Next try':
              of.status === 'sent' || of.status === 'failed' ? undefined : moment(of.next_attempt_at),
            Tries: of.attempts,
            Sent: moment(of.sent_at),
            Delivered: moment(of.delivered_at),
            Opened: moment(of.opened_at),
            Clicked: moment(of.clicked_at),
            Replied: moment(of.replied_at),
            Bounced: moment(of.bounced_at),
            Trace: <a href={to`outreach/traces/${of.trace_id}`}>Everything done for this lead</a>,
            'Message-ID': <CopyText text={of.message_id} label="Message-ID" />,
          }}
        />
      </div>
      <Section title="Compliance">
        <Checks of={of.compliance.checks} isPast />
      </Section>
    </>
  );
}
