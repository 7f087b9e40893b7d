import { useQueries } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { useState } from 'react';
import { useApi, useMay } from '../../api/client.ts';
import { useList, useWrite } from '../../api/read.ts';
import { type PageProps, to, useFilters } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { CampaignChoice } from './campaign-choice.tsx';
import { OutreachNav, outreachCrumbs } from './outreach-nav.tsx';
import { nameOf } from './words.tsx';

type Meeting = ReturnType<typeof useList<'listMeetings'>>['items'][number];

/** The meetings that were booked. */
export function MeetingsPage({ search }: PageProps) {
  const [filters, change] = useFilters(search);
  const campaignId = filters.campaign_id;
  const list = useList('listMeetings', { query: campaignId ? { campaign_id: campaignId } : {} });
  const who = useNames(list.items);
  const mayChange = useMay('outreach:write');
  const [asked, setAsked] = useState<Meeting>();
  return (
    <>
      <PageHead title="Meetings" crumbs={outreachCrumbs} />
      <OutreachNav here="#/outreach/meetings" />
      <FilterBox list="meetings" set={filters}>
        <CampaignChoice value={campaignId} onChange={(value) => change({ campaign_id: value })} />
      </FilterBox>
      <DataTable
        label="Meetings"
        list={list}
        rowKey={(one) => one.id}
        rowHref={(one) => to`outreach/leads/${one.lead_id}`}
        columns={[
          { title: 'With', width: '1.3fr', cell: (one) => who(one.lead_id) },
          { title: 'When', width: '1.9fr', cell: (one) => <Time at={one.meeting_time} withExact /> },
          { title: 'Length', width: '0.7fr', cell: (one) => plural(one.duration_minutes, 'minute') },
          { title: 'Who meets them', width: '1.4fr', cell: (one) => one.sales_rep },
          {
            title: 'Status',
            width: '0.8fr',
            cell: (one) => <Status state={one.status} tone={one.status === 'booked' ? 'good' : 'warn'} />,
          },
          { title: 'Mails before', width: '0.7fr', align: 'end', cell: (one) => one.attribution.touchpoints },
        ]}
        {...(mayChange && {
          rowActions: (one: Meeting) =>
            one.status === 'booked' && (
              <Button
                aria-label={`Cancel the meeting with ${who(one.lead_id)}`}
                onPress={() => setAsked(one)}
              >
                Cancel
              </Button>
            ),
        })}
        say={(total) => plural(total, 'meeting')}
        empty={
          <Empty icon={CalendarCheck} title="No meeting is booked.">
            Insert {'{{ booking_url }}'} into a text for a link to free times, or book one on the page of a
            lead.
          </Empty>
        }
      />
      <CancelMeeting
        meeting={asked}
        name={asked ? who(asked.lead_id) : ''}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}

function CancelMeeting({
  meeting,
  name,
  onClose,
}: {
  meeting: Meeting | undefined;
  name: string;
  onClose: () => void;
}) {
  const api = useApi();
  const cancel = useWrite(({ id }: Meeting) => api.cancelMeeting({ params: { id } }), {
    shows: { operation: 'cancelMeeting', title: 'Cancel a meeting' },
    done: () => `The meeting with ${name} is cancelled.`,
  });
  return (
    <Confirm
      title={`Cancel the meeting with ${name}?`}
      action="Cancel meeting"
      isOpen={meeting !== undefined}
      onClose={onClose}
      onConfirm={() => meeting && cancel.mutate(meeting)}
    >
      The lead gets a mail that removes it from their calendar.
    </Confirm>
  );
}

const NAMED = 50;

/** Lead names for the first fifty meetings; the list contains only ids, and leads are read one at a time. */
function useNames(meetings: Meeting[]): (leadId: string) => string {
  const api = useApi();
  const ids = [...new Set(meetings.slice(0, NAMED).map(({ lead_id: id }) => id))];
  const found = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['name of a lead', id],
      queryFn: () => api.getLead({ params: { id } }),
      // Names rarely change: they are read once, not on each event.
      staleTime: 'static' as const,
    })),
  });
  const names = new Map(found.flatMap(({ data }) => (data === undefined ? [] : [[data.id, nameOf(data)]])));
  return (leadId) => names.get(leadId) ?? 'A lead';
}
