import { CircleCheck, Clock3, TriangleAlert } from 'lucide-react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { plural, Time } from '../../parts/format.tsx';
import { clockTime } from '../../parts/moments.ts';
import { type Campaign, causeText } from './words.tsx';

const quietStates = new Set(['draft', 'completed', 'cancelled']);
/** Reasons that resolve on their own. */
const passing = new Set([
  ...['schedule', 'send_window', 'quiet_hours', 'frequency_cap', 'next_step', 'mailbox_gap'],
  ...['campaign_daily_limit', 'mailbox_daily_limit', 'mailbox_hourly_limit', 'campaign_launching'],
]);

/** Whether it is sending, and if not, what each mail is waiting for and what would help. */
export function CampaignWhy({ campaign }: { campaign: Campaign }) {
  const why = useRead('explainCampaign', { params: { id: campaign.id } });
  const found = why.data;
  if (found === undefined) return null;
  const { emails_sent: sent, blocked, failed } = campaign.metrics;
  if (campaign.status === 'completed' && sent === 0 && blocked + failed > 0) {
    return <NothingLeft blocked={blocked} failed={failed} />;
  }
  if (quietStates.has(campaign.status)) return <Resting of={found} />;
  if (found.is_sending && found.reasons.length === 0) {
    return (
      <div className="note good above-table" role="status">
        <CircleCheck aria-hidden size={16} />
        <p>Mails are being sent now.</p>
      </div>
    );
  }
  const needsHands = found.reasons.some(({ reason }) => !passing.has(reason) && reason !== 'nothing_left');
  return (
    <section className={`note ${needsHands ? 'warn' : ''} above-table`} aria-label="Why nothing is sent">
      {needsHands ? <TriangleAlert aria-hidden size={16} /> : <Clock3 aria-hidden size={16} />}
      <div>
        <h2 className="note-title">
          {found.is_sending ? 'Some mails wait' : 'Why nothing is being sent now'}
        </h2>
        <ul className="reasons">
          {found.reasons.map((one) => (
            <Reason key={one.reason} of={one} />
          ))}
        </ul>
        {found.next_at !== null && (
          <p>
            Next try <Time at={found.next_at} />, at {clockTime(found.next_at)}.
          </p>
        )}
      </div>
    </section>
  );
}

/** Finished without reaching anybody is not a success. */
function NothingLeft({ blocked, failed }: { blocked: number; failed: number }) {
  const parts = [
    blocked > 0 && `${plural(blocked, 'mail')} held back by the compliance guard`,
    failed > 0 && `${plural(failed, 'mail')} not sent`,
  ].filter(Boolean);
  return (
    <div className="note bad above-table" role="status">
      <TriangleAlert aria-hidden size={16} />
      <p>
        <strong>Nobody was reached.</strong> {parts.join(', ')}; each mail below says why. Copy the campaign,
        correct its texts, and launch the copy.
      </p>
    </div>
  );
}

type Why = Answer<'explainCampaign'>;

function Reason({ of: { reason, detail, messages, until } }: { of: Why['reasons'][number] }) {
  const cause = causeText(reason);
  const more = people(detail);
  return (
    <li>
      <strong>{cause}</strong>
      {messages !== null && ` (${plural(messages, reason === 'next_step' ? 'lead' : 'mail')})`}
      {until !== null && ` until ${clockTime(until)}`}. {more !== `${cause}.` && more}
    </li>
  );
}

/** Replaces API field names with the form's labels. */
function people(detail: string): string {
  return detail
    .replace('Resume it with a higher `budget_limit_usd`.', 'Resume it with a larger budget.')
    .replace(' (`legal.quiet_hours`)', ' (its quiet hours)')
    .replace('Set its status to active.', 'Resume it under Mailboxes.');
}

const resting: Record<string, string> = {
  campaign_draft: 'This is a draft: nothing is sent before you launch it.',
  campaign_completed: 'All steps are done. Add leads and launch it again to write to more.',
  campaign_cancelled: 'The campaign was cancelled; what waited was not sent. A copy of it can be launched.',
};

function Resting({ of }: { of: Why }) {
  const [first] = of.reasons;
  if (first === undefined) return null;
  return (
    <div className="note above-table" role="status">
      <Clock3 aria-hidden size={16} />
      <p>{resting[first.reason] ?? people(first.detail)}</p>
    </div>
  );
}
