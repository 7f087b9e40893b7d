import { Choice } from './fields.tsx';
import { hoursAgo } from './format.tsx';
import { TextInput } from './text-input.tsx';

type Filters = Record<string, string | undefined>;

const BETWEEN = 'between';
const ranges = [
  { id: '1', label: 'Last hour' },
  { id: '24', label: 'Last 24 hours' },
  { id: '168', label: 'Last 7 days' },
  { id: BETWEEN, label: 'Between …' },
];

interface TimeRangeProps {
  /** From the address: `hours`, plus `from` and `to` for a custom range. */
  filters: Filters;
  change: (to: Filters) => void;
  /** Label when no time is chosen. */
  all?: string;
}

/** The time range of a list: up to now, or between two times. */
export function TimeRange({ filters, change, all = 'All time' }: TimeRangeProps) {
  const { hours = '' } = filters;
  return (
    <>
      <Choice
        label="Time"
        value={hours}
        onChange={(next) => change({ hours: next, from: '', to: '' })}
        options={[{ id: '', label: all }, ...ranges]}
      />
      {hours === BETWEEN &&
        (['from', 'to'] as const).map((end) => (
          <div className="wide" key={end}>
            <TextInput
              label={end === 'from' ? 'From' : 'To'}
              type="datetime-local"
              value={localText(filters[end])}
              onChange={(value) => change({ [end]: value === '' ? '' : new Date(value).toISOString() })}
            />
          </div>
        ))}
    </>
  );
}

/** While a year is being typed, its first digits are valid years too. */
const FIRST_MOMENT = Date.UTC(2000, 0);

/** The filters as an API query, leaving out invalid times. */
export function timeQuery({ hours, from, to }: Filters): { from?: string; to?: string } {
  if (hours !== BETWEEN) return hours ? { from: hoursAgo(Number(hours)) } : {};
  const ends = { from: Date.parse(from ?? ''), to: Date.parse(to ?? '') };
  const given = Object.entries(ends).filter(([, at]) => at >= FIRST_MOMENT);
  return Object.fromEntries(given.map(([end, at]) => [end, new Date(at).toISOString()]));
}

/** A time in the field's format: local time, to the minute. */
function localText(at: string | undefined): string {
  const moment = new Date(at ?? '');
  if (Number.isNaN(moment.getTime())) return '';
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
