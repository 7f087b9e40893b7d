import { useMay } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { navigate, type PageProps } from '../../app/router.tsx';
import { CopyText } from '../../parts/button.tsx';
import { History } from '../../parts/deeds.tsx';
import { count, plural, Time } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { MailboxForm } from './mailbox-form.tsx';
import { type Mailbox, MailboxHead, MailboxState, todayText, warmUpText } from './mailboxes.tsx';
import { outreachCrumbs } from './outreach-nav.tsx';

const crumbs = [...outreachCrumbs, { label: 'Mailboxes', href: '#/outreach/mailboxes' }];
const list = () => navigate('#/outreach/mailboxes');

/** One sender address: what holds it up, its throttle, DNS record and history. */
export function MailboxPage({ params: { id = '' } }: PageProps) {
  const mailbox = useRead('getMailbox', { params: { id } });
  const mayChange = useMay('outreach:write');
  const found = mailbox.data;
  return (
    <>
      <PageHead
        title={found?.address ?? 'Mailbox'}
        crumbs={crumbs}
        beside={found && <MailboxState of={found} />}
      />
      <Shown of={mailbox}>
        {(one) => (
          <>
            <About of={one} />
            <Section title="Sending">
              <MailboxHead mailbox={one} />
              {mayChange && <MailboxForm key={one.id} mailbox={one} onClose={list} />}
            </Section>
            <History of={one.id} />
          </>
        )}
      </Shown>
    </>
  );
}

function About({ of }: { of: Mailbox }) {
  return (
    <Facts
      of={{
        Name: of.name,
        'Sent today': todayText(of),
        'An hour': of.hourly_limit === null ? 'No limit' : `At most ${count(of.hourly_limit)}`,
        'Between two mails': of.min_gap_seconds > 0 && plural(of.min_gap_seconds, 'second'),
        'Warm-up': of.warmup && warmUpText(of),
        Default: of.is_default && 'Yes: mails without a mailbox are sent from here',
        Created: <Time at={of.created_at} withExact />,
        Id: <CopyText text={of.id} label="id" />,
      }}
    />
  );
}
