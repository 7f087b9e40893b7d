import { Mail, Plus } from 'lucide-react';
import { useState } from 'react';
import { useApi, useMay } from '../../api/client.ts';
import { useList, useWrite } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { Button, CopyText } from '../../parts/button.tsx';
import { Code } from '../../parts/code.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { count, plural } from '../../parts/format.tsx';
import { Facts, PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { MailboxForm } from './mailbox-form.tsx';
import { OutreachNav, outreachCrumbs } from './outreach-nav.tsx';
import { causeText } from './words.tsx';

export type Mailbox = ReturnType<typeof useList<'listMailboxes'>>['items'][number];

/** Sender addresses, each with its throttle. */
export function MailboxesPage() {
  const list = useList('listMailboxes', {});
  const mayChange = useMay('outreach:write');
  const [open, setOpen] = useState<Mailbox | 'new'>();
  const close = () => setOpen(undefined);
  const add = mayChange && (
    <Button kind="main" icon={Plus} onPress={() => setOpen('new')}>
      Add a mailbox
    </Button>
  );
  return (
    <>
      <PageHead title="Mailboxes" crumbs={outreachCrumbs} actions={add} />
      <OutreachNav here="#/outreach/mailboxes" />
      <DataTable
        label="Mailboxes"
        list={list}
        rowKey={(one) => one.id}
        rowHref={(one) => to`outreach/mailboxes/${one.id}`}
        columns={[
          {
            title: 'Address',
            width: '1.8fr',
            cell: (one) => (one.is_default ? `${one.address} (default)` : one.address),
          },
          { title: 'State', width: '1.6fr', cell: (one) => <MailboxState of={one} /> },
          { title: 'Sent today', width: '1.2fr', cell: todayText },
          {
            title: 'An hour',
            width: '0.7fr',
            align: 'end',
            cell: (one) => (one.hourly_limit === null ? 'No limit' : count(one.hourly_limit)),
          },
          { title: 'Warm-up', width: '1.5fr', cell: warmUpText },
        ]}
        rowActions={(one) => (
          <Button aria-label={`Settings of ${one.address}`} onPress={() => setOpen(one)}>
            Settings
          </Button>
        )}
        say={(total) => plural(total, 'mailbox', 'mailboxes')}
        empty={
          <Empty icon={Mail} title="There is no mailbox yet." action={add}>
            The first campaign creates the mailbox of its sender. Set its limits here.
          </Empty>
        }
      />
      <Dialog
        title={open === 'new' ? 'Add a mailbox' : `Settings of ${open?.address}`}
        isOpen={open !== undefined}
        onClose={close}
      >
        {open !== undefined && open !== 'new' && <MailboxHead mailbox={open} onDone={close} />}
        {open !== undefined && mayChange && (
          <MailboxForm mailbox={open === 'new' ? undefined : open} onClose={close} />
        )}
      </Dialog>
    </>
  );
}

export function MailboxState({ of }: { of: Mailbox }) {
  if (of.status === 'paused') return <Status state="paused" label="Paused" />;
  if (of.held_by !== null) return <Status state="held" label={causeText(of.held_by)} tone="warn" />;
  return <Status state="active" label="Sends" tone="good" />;
}

export function todayText({ sent_today: sent, daily_limit_today: limit }: Mailbox): string {
  return limit === null ? count(sent) : `${count(sent)} of ${count(limit)}`;
}

export function warmUpText({ warmup }: Mailbox): string {
  return warmup === null
    ? '–'
    : `From ${count(warmup.first_day)} a day, ${count(warmup.daily_step)} more each day`;
}

/** Its DNS record and on/off switch. */
export function MailboxHead({ mailbox, onDone }: { mailbox: Mailbox; onDone?: () => void }) {
  const api = useApi();
  const mayChange = useMay('outreach:write');
  const isPaused = mailbox.status === 'paused';
  const params = { id: mailbox.id };
  const body = { status: isPaused ? ('active' as const) : ('paused' as const) };
  const toggle = useWrite(() => api.changeMailbox({ params, body }), {
    shows: { operation: 'changeMailbox', body, title: isPaused ? 'Resume sending' : 'Pause it' },
    done: () => (isPaused ? `${mailbox.address} is sending again.` : `${mailbox.address} is paused.`),
    ...(onDone && { onDone }),
  });
  const { dkim_record: dkim } = mailbox;
  return (
    <div className="form above-table">
      {dkim !== null && (
        <div>
          <Facts
            of={{
              'DNS record for DKIM': <CopyText text={dkim.name} label="name of the record" />,
              Type: dkim.type,
            }}
          />
          <Code text={dkim.value} label="value of the record" />
        </div>
      )}
      {mayChange && (
        <div>
          <Button isBusy={toggle.isPending} onPress={() => toggle.mutate()}>
            {isPaused ? 'Resume sending' : 'Pause this mailbox'}
          </Button>
        </div>
      )}
    </div>
  );
}
