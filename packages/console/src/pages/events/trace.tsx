import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useList } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { duration, exactTime, plural } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Failure, Loading } from '../../parts/states.tsx';

type Event = ItemOf<'queryEvents'>;

/** The platform of an event, by the first word of its type. */
const platforms: [name: string, words: RegExp][] = [
  ['Contracts', /^(contract|execution|deployment|transaction|backup|cluster|ingestion|network|gas)\b/],
  ['Outreach', /^(outreach|campaign|lead|communication|email|meeting|call|agent|mailbox)\b/],
  ['Review', /^(code|application|review|readiness|component|finding|analysis)\b/],
  ['Service', /^(webhook|workflow|system)\b/],
];

function platformOf({ type }: Event): string {
  return platforms.find(([, words]) => words.test(type))?.[0] ?? 'Your events';
}

/** A chart of everything caused by one user action: one lane per platform, in time order. */
export function Trace({ correlationId, hereId }: { correlationId: string; hereId: string }) {
  const list = useList('queryEvents', { query: { correlationId, limit: 100 } });
  if (list.error) return <Failure error={list.error} retry={list.refetch} />;
  if (list.isLoading) return <Loading />;
  const events = list.items.toReversed();
  const first = Date.parse(events[0]?.timestamp ?? '');
  const last = Date.parse(events.at(-1)?.timestamp ?? '');
  const lanes = [...new Set(events.map(platformOf))];
  const where = lanes.length > 1 ? `: ${lanes.join(', ')}` : '';
  const lead = `${plural(list.total, 'event')} over ${duration(last - first)}${where}.`;
  return (
    <Section title="Trace" lead={lead}>
      <ol className="trace" aria-label="Events of this trace, in order">
        {events.map((event, at) => {
          const offset = Date.parse(event.timestamp) - first;
          const share = last === first ? at / Math.max(events.length - 1, 1) : offset / (last - first);
          return (
            <li key={event.eventId} aria-current={event.eventId === hereId ? 'true' : undefined}>
              <a href={to`events/${event.eventId}`}>{event.type}</a>
              <span className="quiet">{platformOf(event)}</span>
              <span className="trace-lane" aria-hidden>
                <i
                  className={`trace-dot lane-${lanes.indexOf(platformOf(event)) % 5}`}
                  style={{ left: `${share * 100}%` }}
                />
              </span>
              <time className="quiet" dateTime={event.timestamp} title={exactTime(event.timestamp)}>
                +{duration(offset)}
              </time>
            </li>
          );
        })}
      </ol>
      {list.hasMore && <p className="quiet">The newest {events.length} of them.</p>}
    </Section>
  );
}
