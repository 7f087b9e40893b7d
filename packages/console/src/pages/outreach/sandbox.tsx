import { MailOpen } from 'lucide-react';
import { useList } from '../../api/read.ts';
import { type PageProps, to, useFilters } from '../../app/router.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { bytes, plural, Time } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { OutreachNav, outreachCrumbs } from './outreach-nav.tsx';
import { Address } from './words.tsx';

/** Mails delivered to the sandbox instead of to people. */
export function SandboxPage({ search }: PageProps) {
  const [filters, change] = useFilters(search);
  const list = useList('listSandboxMessages', { query: filters.to ? { to: filters.to } : {} });
  return (
    <>
      <PageHead
        title="Sandbox mail"
        crumbs={outreachCrumbs}
        lead="Without a mail server, mails are sent by real SMTP to this sandbox. They reach nobody."
      />
      <OutreachNav here="#/outreach/sandbox" />
      <FilterBox set={filters}>
        <TextInput
          label="Sent to"
          type="search"
          value={filters.to ?? ''}
          onChange={(value) => change({ to: value })}
          placeholder="The whole address"
        />
      </FilterBox>
      <DataTable
        label="Sandbox mail"
        list={list}
        rowKey={(one) => one.id}
        rowHref={(one) => to`outreach/sandbox/${one.id}`}
        columns={[
          { title: 'Subject', width: '2fr', cell: (one) => one.subject || 'No subject' },
          { title: 'To', width: '1.6fr', cell: (one) => <Address of={one.envelope_to} /> },
          { title: 'From', width: '1.4fr', cell: (one) => one.envelope_from },
          { title: 'Size', width: '0.6fr', align: 'end', cell: (one) => bytes(one.size_bytes) },
          { title: 'When', width: '0.8fr', cell: (one) => <Time at={one.received_at} /> },
        ]}
        say={(total) => plural(total, 'mail')}
        empty={
          filters.to ? (
            <Empty title="No mail was sent to this address." />
          ) : (
            <Empty icon={MailOpen} title="The sandbox is empty.">
              Launch a campaign to see its mails here as readers would.
            </Empty>
          )
        }
      />
    </>
  );
}
