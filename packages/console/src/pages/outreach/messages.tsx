import { useList } from '../../api/read.ts';
import { to, useFilters } from '../../app/router.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Choice } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { plural, Time, words } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Address, causeText, guardText, type Message, MessageStatus, messageStatuses } from './words.tsx';

/** A campaign's mails by outcome. */
export function CampaignMessages({ id, search }: { id: string; search: URLSearchParams }) {
  const [filters, change] = useFilters(search);
  const status = filters.status as 'sent' | undefined;
  const list = useList('listCommunications', { query: { campaign_id: id, ...(status && { status }) } });
  return (
    <Section title="Mails">
      <FilterBox set={filters}>
        <Choice
          label="Status"
          value={status ?? ''}
          onChange={(value) => change({ status: value })}
          options={messageStatuses}
        />
      </FilterBox>
      <DataTable
        label="Mails"
        list={list}
        rowKey={(one) => one.id}
        rowHref={(one) => to`outreach/mails/${one.id}`}
        columns={[
          { title: 'To', width: '2fr', cell: (one) => <Address of={one.to} /> },
          { title: 'Subject', width: '1.6fr', cell: (one) => one.subject },
          { title: 'Step', width: '0.6fr', cell: stepText },
          { title: 'Status', width: '0.8fr', cell: (one) => <MessageStatus state={one.status} /> },
          { title: 'Outcome', width: '1.6fr', cell: fateText },
          {
            title: 'When',
            width: '0.9fr',
            cell: (one) => <Time at={whenOf(one)} />,
          },
        ]}
        say={(total) => plural(total, 'mail')}
        empty={<Empty title={status ? 'No mail has this status.' : 'No mail was written yet.'} />}
      />
    </Section>
  );
}

/** When it was or will be sent; a failed one is no longer going to be. */
function whenOf({ status, sent_at, created_at, scheduled_send_time }: Message): string {
  if (status === 'failed') return created_at;
  return sent_at ?? scheduled_send_time;
}

function stepText({ step, variant }: Message): string {
  if (step === null) return '–';
  return variant === null || variant === '' ? String(step) : `${step} ${variant}`;
}

/** The furthest stage a mail reached, or why it failed. */
export function fateText(message: Message): string {
  if (message.status === 'failed') {
    const { failure_detail: detail, failure_code: code } = message;
    return detail === null ? words(code ?? 'not_sent') : guardText(detail);
  }
  if (message.status !== 'sent') return message.waiting_for === null ? '–' : causeText(message.waiting_for);
  if (message.bounced_at !== null) return 'Bounced';
  if (message.replied_at !== null) return 'Replied';
  if (message.clicked_at !== null) return 'Clicked';
  if (message.opened_at !== null) return 'Opened';
  return message.delivered_at === null ? 'Sent to the mail server' : 'Delivered';
}
