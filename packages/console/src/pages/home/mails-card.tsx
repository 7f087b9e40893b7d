import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useRead } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { plural } from '../../parts/format.tsx';
import { relativeTime } from '../../parts/moments.ts';
import { causeText, mailFailureText } from '../outreach/words.tsx';
import { FigureCard } from './figure-card.tsx';

/** Waiting mails, the reason, and a link to what holds them up. */
export function MailsCard() {
  const outbox = useRead('readOutbox', {});
  const { pending, failed = 0 } = outbox.data?.counts ?? {};
  const held = useHeld(pending !== undefined && pending > 0);
  const next = outbox.data?.next_due_at;
  const due = next ? `Next ${relativeTime(next)}` : 'None is due';
  const [worst] = Object.entries(outbox.data?.failures_by_code ?? {}).sort(
    ([, a], [, b]) => Number(b) - Number(a),
  );
  const lost =
    failed > 0 &&
    `${plural(failed, 'mail')} failed${worst ? `: ${worst[1]} ${mailFailureText(worst[0])}` : ''}`;
  return (
    <FigureCard
      label="Mails waiting"
      figure={pending}
      error={outbox.error}
      tone={held?.isFault ? 'bad' : failed > 0 ? 'warn' : 'plain'}
      detail={[pending ? (held?.text ?? due) : 'None', lost].filter(Boolean).join('. ')}
      href={held?.href ?? '#/outreach'}
    />
  );
}

interface Held {
  text: string;
  href: string;
  /** Somebody has to act; it does not resolve on its own. */
  isFault: boolean;
}

type Mail = ItemOf<'listCommunications'>;

const faults = new Set(['mailbox_paused', 'no_mailbox', 'relay_unreachable', 'service']);

/** What holds up the newest waiting mails: first what needs somebody, then the most frequent. */
function useHeld(isAsked: boolean): Held | undefined {
  const query = { status: 'pending', limit: 100 } as const;
  const { data } = useRead('listCommunications', { query }, { enabled: isAsked });
  const mailboxes = useRead('listMailboxes', { query: { limit: 100 } }, { enabled: isAsked });
  const byCause = Map.groupBy(data?.communications ?? [], causeOf);
  byCause.delete(undefined);
  const isFault = (cause: string | undefined) => faults.has(cause ?? '');
  const [worst] = [...byCause].toSorted(
    ([a, ofA], [b, ofB]) => Number(isFault(b)) - Number(isFault(a)) || ofB.length - ofA.length,
  );
  const [cause, [mail] = []] = worst ?? [];
  if (!isAsked || cause === undefined || mail === undefined) return undefined;
  const address = mailboxes.data?.mailboxes.find(({ id }) => id === mail.mailbox_id)?.address;
  const text = isOfMailbox(cause) && address ? `${address}: ${causeText(cause)}` : causeText(cause);
  return { text, href: placeOf(mail, cause), isFault: isFault(cause) };
}

/** What it waits for besides its time. */
function causeOf({ waiting_for: cause }: Mail): string | undefined {
  return cause === null || cause === 'schedule' ? undefined : cause;
}

const isOfMailbox = (cause: string) => cause.startsWith('mailbox');

/** Where it is seen, and can be ended. */
function placeOf({ id, mailbox_id: mailbox, campaign_id: campaign }: Mail, cause: string): string {
  if (isOfMailbox(cause)) return to`outreach/mailboxes/${mailbox}`;
  return campaign === null ? to`outreach/mails/${id}` : to`outreach/${campaign}`;
}
