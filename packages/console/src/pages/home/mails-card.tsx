import { useQueries } from '@tanstack/react-query';
import { useApi } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { plural, relativeTime } from '../../parts/format.tsx';
import { causeText, failureWords } from '../outreach/words.tsx';
import { FigureCard } from './figure-card.tsx';

/** Number of campaigns checked individually. */
const LOOKED_AT = 20;
/** This many reads are made every ten seconds while the page is open, rather than on each event. */
const nowAndThen = { staleTime: 'static', gcTime: 0, refetchInterval: 10_000 } as const;

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
    failed > 0 && `${plural(failed, 'mail')} failed${worst ? `: ${worst[1]} ${failureWords(worst[0])}` : ''}`;
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

const faults = new Set(['mailbox_paused', 'no_mailbox', 'relay_unreachable', 'service']);

/** What holds up waiting mails: a mailbox, or else the first reason of an active campaign. */
function useHeld(isAsked: boolean): Held | undefined {
  const api = useApi();
  const mailboxes = useRead('listMailboxes', { query: { limit: 100 } }, { enabled: isAsked });
  const campaigns = useRead('listCampaigns', { query: { status: 'active', limit: LOOKED_AT } });
  const active = campaigns.data?.campaigns ?? [];
  const explained = useQueries({
    queries: (isAsked ? active : []).map(({ id }) => ({
      queryKey: ['explainCampaign', id],
      queryFn: () => api.explainCampaign({ params: { id } }),
      ...nowAndThen,
    })),
  });
  const paused = mailboxes.data?.mailboxes.find(({ held_by: by }) => by !== null && faults.has(by));
  if (paused?.held_by) {
    const text = `${paused.address}: ${causeText(paused.held_by)}`;
    return { text, href: to`outreach/mailboxes/${paused.id}`, isFault: true };
  }
  const all = explained.flatMap(({ data }, at) =>
    (data?.reasons ?? []).map((reason) => ({ ...reason, campaign: active[at]?.id ?? '' })),
  );
  const why = all.find(({ reason }) => faults.has(reason)) ?? all[0];
  return why && { text: why.detail, href: to`outreach/${why.campaign}`, isFault: faults.has(why.reason) };
}
