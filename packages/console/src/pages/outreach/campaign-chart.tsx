import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { type Answer, useApi } from '../../api/client.ts';
import { count, plural } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Loading, Shown } from '../../parts/states.tsx';

const Chart = lazy(async () => ({ default: (await import('../../parts/chart.tsx')).Chart }));

const HOUR_MS = 3_600_000;
const PAGES = 5;
const PAGE = 100;
/** Up to this span, the chart is hourly. */
const HOURS_SHOWN = 48;

type Events = Answer<'listOutreachEvents'>['events'];

interface Found {
  sent: number[];
  answered: number[];
  /** There are more than were read. */
  isCut: boolean;
}

/** Mails and answers per hour or day, for the newest 500 mails. */
export function CampaignChart({ id }: { id: string }) {
  const { sent, answered } = useHappenings(id);
  const found = {
    data: sent.data &&
      answered.data && { sent: sent.data.times, answered: answered.data.times, isCut: sent.data.isCut },
    error: sent.error ?? answered.error,
    refetch: sent.refetch,
  };
  return (
    <Section title="Mails and replies over time">
      <Shown of={found}>{(known) => <Picture of={known} />}</Shown>
    </Section>
  );
}

function useHappenings(id: string) {
  return { sent: useTimes(id, 'communication.sent'), answered: useTimes(id, 'communication.replied') };
}

/** Times of the newest 500 events of a type. */
function useTimes(campaignId: string, type: string) {
  const api = useApi();
  const query = { campaign_id: campaignId, type, limit: PAGE };
  useShownCall({ operation: 'listOutreachEvents', query });
  return useQuery({
    queryKey: ['listOutreachEvents', 'times', campaignId, type],
    queryFn: async ({ signal }) => {
      const events: Events = [];
      let cursor: string | null = null;
      for (let page = 0; page < PAGES; page += 1) {
        const found: Answer<'listOutreachEvents'> = await api.listOutreachEvents({
          query: { ...query, ...(cursor !== null && { cursor }) },
          signal,
        });
        events.push(...found.events);
        cursor = found.next_cursor;
        if (cursor === null) break;
      }
      return { times: events.map(({ occurred_at }) => Date.parse(occurred_at)), isCut: cursor !== null };
    },
  });
}

function Picture({ of: { sent, answered, isCut } }: { of: Found }) {
  if (sent.length === 0) return <p className="quiet">No mail has been sent yet.</p>;
  const all = [...sent, ...answered];
  const first = Math.min(...all);
  const isByHour = Math.max(...all) - first < HOURS_SHOWN * HOUR_MS;
  const size = isByHour ? HOUR_MS : 24 * HOUR_MS;
  const end = Math.floor(Date.now() / size) * size;
  // A few empty bars at the start, so that a single one does not fill the chart.
  const start = Math.min(Math.floor(first / size) * size, end - 11 * size);
  const length = (end - start) / size + 1;
  const times = Array.from({ length }, (_, at) => start + at * size);
  const per = (moments: number[]) => {
    const counts = times.map(() => 0);
    for (const at of moments) {
      // The service's clock and this machine's may differ.
      const index = Math.min(Math.floor((at - start) / size), length - 1);
      counts[index] = (counts[index] ?? 0) + 1;
    }
    return counts.map((value) => value || null);
  };
  const said = `${isCut ? 'The newest ' : ''}${plural(sent.length, 'mail')} and ${plural(answered.length, 'reply', 'replies')} by the ${isByHour ? 'hour' : 'day'}.`;
  return (
    <>
      <p className="quiet">{said}</p>
      <Suspense fallback={<Loading lines={5} />}>
        <Chart
          label={said}
          times={times}
          series={[
            { label: 'Mails', kind: 'bars', colour: '--busy', values: per(sent), show: count },
            { label: 'Replies', kind: 'bars', colour: '--good', values: per(answered), show: count },
          ]}
        />
      </Suspense>
    </>
  );
}
