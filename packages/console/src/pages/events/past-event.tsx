import { useEffect, useState } from 'react';
import { useMay } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { to, withSearch } from '../../app/router.tsx';
import { Json } from '../../parts/code.tsx';
import { Choice } from '../../parts/fields.tsx';
import { relativeTime } from '../../parts/moments.ts';
import { useSettled } from '../../parts/use-settled.ts';
import { gistOf } from './gist.ts';

interface PastEventProps {
  /** Type or pattern of the events to offer; empty for all. */
  type: string;
  eventId: string;
  onChange: (eventId: string) => void;
}

const OFFERED = 25;

/** Picks a past event to try something on: the newest of the type until one is chosen. */
export function PastEvent({ type: typed, eventId, onChange }: PastEventProps) {
  const mayRead = useMay('events:read');
  const type = useSettled(typed);
  const [isPicked, setPicked] = useState(eventId !== '');
  const [chosenFor, setChosenFor] = useState<string>();
  const isType = /^[\w*-]+(\.[\w*-]+)*$/.test(type);
  const query = { limit: OFFERED, ...(isType && { type }) };
  const list = useRead('queryEvents', { query }, { enabled: mayRead });
  const offered = list.data?.events ?? [];
  const isOffered = offered.some((one) => one.eventId === eventId);
  const other = useRead('readEvent', { params: { eventId } }, { enabled: eventId !== '' && !isOffered });
  const chosen = offered.find((one) => one.eventId === eventId) ?? (eventId === '' ? undefined : other.data);
  const newest = list.isPlaceholderData ? undefined : offered[0]?.eventId;
  useEffect(() => {
    // Later events do not replace the one being looked at.
    if (isPicked || newest === undefined || chosenFor === type) return;
    setChosenFor(type);
    onChange(newest);
  }, [isPicked, newest, chosenFor, type, onChange]);
  if (!mayRead)
    return <p className="quiet">Your key may not read events, so it cannot be tried on a past event.</p>;
  const options = [...(chosen && !isOffered ? [chosen] : []), ...offered].map((one) => ({
    id: one.eventId,
    label: `${one.type}, ${relativeTime(one.timestamp)}`,
    detail: gistOf(one.data),
  }));
  if (list.data !== undefined && options.length === 0) return <NoEvent type={type} />;
  return (
    <div className="form">
      <Choice
        label="Past event"
        value={eventId}
        onChange={(picked) => {
          setPicked(true);
          onChange(picked);
        }}
        options={options}
      />
      {chosen !== undefined && (
        <details className="nested">
          <summary>
            Its payload: <span className="quiet">{gistOf(chosen.data)}</span>
          </summary>
          <Json value={chosen} label="The past event" />
          <p className="quiet">
            <a href={to`events/${chosen.eventId}`} target="_blank" rel="noreferrer">
              Open the event
            </a>
          </p>
        </details>
      )}
    </div>
  );
}

function NoEvent({ type }: { type: string }) {
  const href = withSearch('#/events/publish', { type: type.includes('*') ? undefined : type });
  return (
    <p className="quiet">
      {type === '' ? 'There is no event yet' : `No event of type ${type} yet`}. Saving is possible all the
      same, or{' '}
      <a href={href} target="_blank" rel="noreferrer">
        publish a test event
      </a>{' '}
      to try it on.
    </p>
  );
}
