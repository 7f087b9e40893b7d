import { useState } from 'react';
import { useList, useRead } from '../../api/read.ts';
import { to } from '../../app/router.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { RecordFacts } from '../../parts/record.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { TextInput } from '../../parts/text-input.tsx';

/** Campaigns, the outbox, and the leads. */
export function OutreachPage() {
  const campaigns = useList('listCampaigns', {});
  const outbox = useRead('readOutbox', {});
  return (
    <>
      <PageHead title="Outreach" />
      <DataTable
        label="Campaigns"
        list={campaigns}
        rowKey={(one) => one.id}
        rowHref={(one) => to`outreach/${one.id}`}
        columns={[
          { title: 'Campaign', width: '2fr', cell: (one) => one.name },
          { title: 'Status', cell: (one) => <Status state={one.status} /> },
          { title: 'Channels', cell: (one) => one.channels.join(', ') },
          { title: 'Launched', cell: (one) => <Time at={one.launched_at} /> },
        ]}
        say={(total) => plural(total, 'campaign')}
        empty={
          <Empty
            title="There is no campaign yet."
            action={<a href="/docs/guides/outreach">Read how to make one</a>}
          >
            Import leads first; a campaign then writes to those that fit.
          </Empty>
        }
      />
      <Section title="Outbox">
        <Shown of={outbox}>
          {(found) => <RecordFacts of={{ ...found.counts, ...found }} label="outbox" without={['counts']} />}
        </Shown>
      </Section>
      <Leads />
    </>
  );
}

function Leads() {
  const [q, setQ] = useState('');
  const leads = useList('listLeads', { query: q === '' ? {} : { q } });
  return (
    <Section title="Leads">
      <div className="filters">
        <TextInput label="Part of e-mail, name or company" type="search" value={q} onChange={setQ} />
      </div>
      <DataTable
        label="Leads"
        list={leads}
        rowKey={(one) => one.id}
        columns={[
          { title: 'E-mail', width: '2fr', cell: (one) => one.email },
          { title: 'Name', cell: (one) => [one.first_name, one.last_name].filter(Boolean).join(' ') },
          { title: 'Company', cell: (one) => one.company },
          { title: 'Status', cell: (one) => <Status state={one.status} /> },
          { title: 'Score', align: 'end', cell: (one) => one.score },
          { title: 'Tier', cell: (one) => one.tier },
        ]}
        say={(total) => plural(total, 'lead')}
        empty={<Empty title={q === '' ? 'There is no lead yet.' : 'No lead matches.'} />}
      />
    </Section>
  );
}
