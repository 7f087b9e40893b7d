import { MessageSquareReply } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/read.ts';
import { type PageProps, to, useFilters } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { percent, plural, Time } from '../../parts/format.tsx';
import { Facts, PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { CampaignChoice } from './campaign-choice.tsx';
import { OutreachNav, outreachCrumbs } from './outreach-nav.tsx';
import { Address, AnswerStatus, answerKinds, type Inbound } from './words.tsx';

type Filters = Record<string, string | undefined>;

/** What came back: answers with their kind, bounces and complaints. */
export function AnswersPage({ search }: PageProps) {
  const [filters, change] = useFilters(search);
  const given = Object.entries(filters).filter(([name, value]) => value && name !== 'open');
  const list = useList('listInboundMail', { query: Object.fromEntries(given) });
  const [open, setOpen] = useState<Inbound>();
  return (
    <>
      <PageHead title="Answers" crumbs={outreachCrumbs} />
      <OutreachNav here="#/outreach/answers" />
      <AnswerFilters filters={filters} change={change} />
      <DataTable
        label="Answers"
        list={list}
        rowKey={(one) => one.id}
        columns={[
          { title: 'From', width: '1.8fr', cell: from },
          { title: 'Kind', width: '1.1fr', cell: (one) => <AnswerStatus state={one.classification} /> },
          {
            title: 'What it says',
            width: '2.4fr',
            cell: (one) => <span className="two-lines">{one.text || one.subject}</span>,
          },
          { title: 'Sure', width: '0.6fr', align: 'end', cell: (one) => percent(one.confidence, 1) },
          { title: 'When', width: '0.8fr', cell: (one) => <Time at={one.received_at} /> },
        ]}
        rowActions={(one) => (
          <Button aria-label={`Read the answer of ${one.from}`} onPress={() => setOpen(one)}>
            Read
          </Button>
        )}
        say={(total) => plural(total, 'answer')}
        empty={
          given.length > 0 ? (
            <Empty title="No answer matches.">Take a filter away.</Empty>
          ) : (
            <Empty icon={MessageSquareReply} title="Nobody has answered yet.">
              Answers and bounces come in by IMAP or by SMTP, once one of them is set up; they are read,
              sorted and end the sequence of who answered.
            </Empty>
          )
        }
      />
      <Dialog
        title={open?.subject || 'Answer'}
        isOpen={open !== undefined}
        onClose={() => setOpen(undefined)}
        wide
      >
        {open !== undefined && <AnswerText of={open} onClose={() => setOpen(undefined)} />}
      </Dialog>
    </>
  );
}

function from({ from: address, lead_id: lead }: Inbound) {
  return lead === null ? (
    <Address of={address} />
  ) : (
    <a href={to`outreach/leads/${lead}`}>
      <Address of={address} />
    </a>
  );
}

function AnswerText({ of, onClose }: { of: Inbound; onClose: () => void }) {
  const engine = of.engine === 'llm' ? 'by the language model' : 'by rules';
  return (
    <div className="form">
      <p>
        <AnswerStatus state={of.classification} />{' '}
        <span className="quiet">
          {percent(of.confidence, 1)} sure, {engine}
        </span>
      </p>
      <p className="mail mail-body">{of.text || 'It has no text.'}</p>
      <Facts
        of={{
          From: of.from,
          Received: <Time at={of.received_at} withExact />,
          'Away until': of.away_until && <Time at={of.away_until} withExact />,
          'Answers to': of.communication_id && (
            <a href={to`outreach/mails/${of.communication_id}`}>The mail</a>
          ),
          Lead: of.lead_id && <a href={to`outreach/leads/${of.lead_id}`}>Its page</a>,
        }}
      />
      <div className="form-actions">
        <Button onPress={onClose}>Close</Button>
      </div>
    </div>
  );
}

function AnswerFilters({ filters, change }: { filters: Filters; change: (to: Filters) => void }) {
  return (
    <FilterBox set={filters}>
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
