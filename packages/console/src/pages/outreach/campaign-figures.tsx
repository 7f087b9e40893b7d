import { count, money, percent, plural } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Figure } from './figure.tsx';
import { type Campaign, countsOf, strategyOf } from './words.tsx';

/** The funnel from leads to meetings, problems along it, and the cost. */
export function CampaignFigures({ campaign }: { campaign: Campaign }) {
  return (
    <>
      <Section title="Results">
        {campaign.metrics.emails_sent === 0 ? (
          <p className="quiet">
            {plural(campaign.metrics.leads_targeted, 'lead')} selected, no mail sent yet.
          </p>
        ) : (
          <Funnel campaign={campaign} />
        )}
        <Losses campaign={campaign} />
      </Section>
      <Section title="Money">
        <Money campaign={campaign} />
      </Section>
    </>
  );
}

function Funnel({ campaign }: { campaign: Campaign }) {
  const { metrics } = campaign;
  const mails = metrics.emails_sent;
  const counts = countsOf(strategyOf(campaign));
  // What a campaign does not track is unknown, not 0.
  const isCounted = (what: 'opens' | 'clicks', seen: number) => counts[what] || seen > 0;
  const steps = [
    {
      label: 'Mails sent',
      value: mails,
      of: `to ${plural(metrics.leads_targeted, 'lead')} selected`,
    },
    { label: 'Delivered', value: metrics.delivered, of: `${percent(metrics.delivered, mails)} of the mails` },
    {
      label: 'Opened',
      value: isCounted('opens', metrics.unique_opens) ? metrics.unique_opens : undefined,
      of: `${percent(metrics.open_rate, 1)} of the leads reached${metrics.opens_machine > 0 ? `; ${plural(metrics.opens_machine, 'opening')} by machines not counted` : ''}`,
    },
    {
      label: 'Clicks',
      value: isCounted('clicks', metrics.clicks) ? metrics.clicks : undefined,
      of: 'on links',
    },
    {
      label: 'Replies',
      value: metrics.replies,
      of: `${percent(metrics.reply_rate, 1)} of the leads reached`,
    },
    {
      label: 'Interested',
      value: metrics.positive_replies,
      of:
        metrics.replies === 0
          ? 'No reply yet'
          : `${percent(metrics.positive_replies, metrics.replies)} of the replies`,
    },
    {
      label: 'Meetings',
      value: metrics.meetings_booked,
      of: `${percent(metrics.booking_rate, 1)} of the leads chosen`,
    },
  ];
  const most = Math.max(...steps.map(({ value = 0 }) => value), 1);
  return (
    <ol className="funnel" aria-label="Funnel">
      {steps.map(({ label, value, of }) => (
        <li key={label}>
          <span className="funnel-label">{label}</span>
          <span className="funnel-bar" aria-hidden>
            <i style={{ width: `${((value ?? 0) / most) * 100}%` }} />
          </span>
          <span className="funnel-value">{value === undefined ? '–' : count(value)}</span>
          <span className="quiet funnel-of">{value === undefined ? 'Not counted by this campaign' : of}</span>
        </li>
      ))}
    </ol>
  );
}

function Losses({ campaign: { metrics, slo } }: { campaign: Campaign }) {
  const { bounce_rate_max: most = 0.08 } = slo as { bounce_rate_max?: number };
  const parts = [
    metrics.bounces > 0 && `${plural(metrics.bounces, 'bounce')} (${percent(metrics.bounce_rate, 1)})`,
    metrics.complaints > 0 && plural(metrics.complaints, 'complaint'),
    metrics.unsubscribes > 0 && plural(metrics.unsubscribes, 'unsubscription'),
    metrics.blocked > 0 && `${plural(metrics.blocked, 'mail')} held back by the compliance guard`,
    metrics.failed > 0 && `${plural(metrics.failed, 'mail')} not sent`,
    metrics.auto_replies > 0 && plural(metrics.auto_replies, 'automatic reply', 'automatic replies'),
  ].filter(Boolean);
  if (parts.length === 0 && metrics.emails_sent === 0) return null;
  if (parts.length === 0) return <p className="quiet">No bounces, complaints or unsubscribes.</p>;
  return <p className={metrics.bounce_rate > most ? 'note bad' : 'quiet'}>Also: {parts.join(', ')}.</p>;
}

function Money({ campaign: { budget, metrics } }: { campaign: Campaign }) {
  const { limit_usd: limit, spent_usd: spent, reserved_usd: reserved, remaining_usd: left } = budget;
  const isNearEnd = limit !== null && budget.spent_fraction >= 0.8;
  return (
    <div className="cards">
      <Figure
        label="Spent"
        figure={money(spent)}
        tone={isNearEnd ? 'warn' : 'plain'}
        detail={
          limit === null
            ? 'No limit was set'
            : `${percent(spent, limit)} of ${money(limit)}; ${money(left)} left`
        }
      />
      {reserved > 0 && <Figure label="Reserved" figure={money(reserved)} detail="For what is under way" />}
      <Figure
        label="Cost per reply"
        figure={money(metrics.cost_per_reply_usd)}
        detail={metrics.replies === 0 ? 'No reply yet' : plural(metrics.replies, 'reply', 'replies')}
      />
      <Figure
        label="A meeting cost"
        figure={money(metrics.cost_per_meeting_usd)}
        detail={metrics.meetings_booked === 0 ? 'No meeting yet' : plural(metrics.meetings_booked, 'meeting')}
      />
    </div>
  );
}
