import {
  CalendarCheck,
  CircleAlert,
  Eye,
  Gauge,
  type LucideIcon,
  MailCheck,
  MessageSquareReply,
  MousePointerClick,
  ShieldX,
  Sparkles,
  UserPlus,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { type ListState, useList } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { Time, words } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { answerLabel, type Lead } from './words.tsx';

type Event = ReturnType<typeof useList<'listOutreachEvents'>>['items'][number];
type Data = Record<string, unknown>;

/** A lead's history from the event log, newest first. */
export function LeadTimeline({ lead }: { lead: Lead }) {
  const events = useList('listOutreachEvents', { query: { lead_id: lead.id } });
  return (
    <Section title="Activity">
      <Timeline events={events} />
    </Section>
  );
}

function Timeline({ events }: { events: ListState<Event> }) {
  if (events.items.length === 0) {
    if (events.error) return <Failure error={events.error} retry={events.refetch} />;
    if (events.isLoading) return <Loading lines={5} />;
    return <Empty title="No activity yet.">A campaign writes to the lead once it is launched.</Empty>;
  }
  return (
    <>
      <ol className="happenings">
        {events.items.map((event) => (
          <Moment key={event.event_id} event={event} />
        ))}
      </ol>
      {events.hasMore && (
        <Button isBusy={events.isFetchingMore} onPress={events.fetchMore}>
          Show earlier
        </Button>
      )}
    </>
  );
}

const known: Record<string, [icon: LucideIcon, text: string]> = {
  'lead.imported': [UserPlus, 'Imported'],
  'lead.enriched': [Sparkles, 'Enriched'],
  'lead.scored': [Gauge, 'Scored'],
  'communication.sent': [MailCheck, 'Got a mail'],
  'outreach.sent': [MailCheck, 'Got a mail'],
  'communication.opened': [Eye, 'Opened a mail'],
  'communication.clicked': [MousePointerClick, 'Clicked a link'],
  'communication.replied': [MessageSquareReply, 'Replied'],
  'outreach.replied': [MessageSquareReply, 'Replied'],
  'communication.bounced': [CircleAlert, 'A mail bounced'],
  'compliance.blocked': [ShieldX, 'A mail was held back'],
  'meeting.booked': [CalendarCheck, 'Booked a meeting'],
};

function Moment({ event }: { event: Event }) {
  const [Icon, text] = known[event.type] ?? [CircleAlert, words(event.type.replace('.', ' '))];
  const data = event.data as Data;
  const mail = data.communication_id;
  return (
    <li>
      <Icon aria-hidden size={16} />
      <div>
        <p>
          <a href={to`events/${event.event_id}`}>{text}</a> <Time at={event.occurred_at} />
        </p>
        {detailOf(event.type, data) && <p className="quiet">{detailOf(event.type, data)}</p>}
        {typeof mail === 'string' && (
          <p>
            <a href={to`outreach/mails/${mail}`}>
              {event.type.endsWith('.replied') ? 'Read the mail that it answers' : 'Read the mail'}
            </a>
          </p>
        )}
      </div>
    </li>
  );
}

function detailOf(type: string, data: Data): ReactNode {
  const text = (name: string) => (typeof data[name] === 'string' ? (data[name] as string) : undefined);
  if (type === 'lead.scored') return `${data.score ?? ''}, tier ${text('tier') ?? '–'}`;
  if (type === 'meeting.booked' && text('meeting_time') !== undefined) {
    return <Time at={text('meeting_time')} withExact />;
  }
  const kind = text('classification');
  return text('subject') ?? (kind && answerLabel(kind)) ?? text('reason') ?? text('detail');
}
