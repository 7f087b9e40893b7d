import { MessageSquareReply } from 'lucide-react';
import { useList } from '../../api/read.ts';
import { type PageProps, to, useFilters } from '../../app/router.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Choice } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { CampaignChoice } from './campaign-choice.tsx';
import { OutreachNav, outreachCrumbs } from './outreach-nav.tsx';
import { Address, AnswerStatus, answerKinds, type Inbound } from './words.tsx';

type Filters = Record<string, string | undefined>;

/** Inbound mail: answers with their class, bounces and complaints. */
export function AnswersPage({ search }: PageProps) {
  const [filters, change] = useFilters(search);
  const given = Object.entries(filters).filter(([, value]) => value);
  const list = useList('listInboundMail', { query: Object.fromEntries(given) });
  return (
    <>
      <PageHead title="Replies" crumbs={outreachCrumbs} />
      <OutreachNav here="#/outreach/answers" />
      <AnswerFilters filters={filters} change={change} />
      <DataTable
        label="Replies"
        list={list}
        rowKey={(one) => one.id}
        rowHref={(one) => to`outreach/answers/${one.id}`}
        columns={[
          { title: 'From', width: '1.8fr', cell: (one) => <Sender of={one} /> },
          { title: 'Kind', width: '1.1fr', cell: (one) => <AnswerStatus state={one.classification} /> },
          {
            title: 'Text',
            width: '2.4fr',
            cell: (one) => (
              <span className="clamped" dir="auto">
                {one.text || one.subject}
              </span>
            ),
          },
          {
            title: 'Confidence',
            width: '0.8fr',
            align: 'end',
            cell: (one) => `${Math.round(one.confidence * 100)} %`,
          },
          { title: 'When', width: '0.8fr', cell: (one) => <Time at={one.received_at} /> },
        ]}
        say={(total) => plural(total, 'reply', 'replies')}
        empty={
          given.length > 0 ? (
            <Empty title="No reply matches.">Remove a filter.</Empty>
          ) : (
            <Empty icon={MessageSquareReply} title="There are no replies yet.">
              Replies and bounces arrive by IMAP or SMTP, once one of them is configured. They are classified,
              and a reply ends its sender's sequence.
            </Empty>
          )
        }
      />
    </>
  );
}

/** A bounce comes from a machine: the original recipient is more useful. */
function Sender({ of: { from, recipient, classification } }: { of: Inbound }) {
  const isBounce = classification === 'bounce' || classification === 'soft_bounce';
  if (!isBounce || recipient === null) return <Address of={from} />;
  return (
    <span className="two-lines">
      <Address of={recipient} />
      <span className="quiet">reported by {from}</span>
    </span>
  );
}

function AnswerFilters({ filters, change }: { filters: Filters; change: (to: Filters) => void }) {
  return (
    <FilterBox list="answers" set={filters}>
      <Choice
        label="Kind"
        value={filters.classification ?? ''}
        onChange={(classification) => change({ classification })}
        options={answerKinds}
      />
      <CampaignChoice value={filters.campaign_id} onChange={(campaign_id) => change({ campaign_id })} />
    </FilterBox>
  );
}
