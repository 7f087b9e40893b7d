import { Megaphone, Plus } from 'lucide-react';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useMay } from '../../api/client.ts';
import { useList, useRead } from '../../api/read.ts';
import { type PageProps, to, useFilters } from '../../app/router.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Choice } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { count, duration, money, percent, plural, Time } from '../../parts/format.tsx';
import { relativeTime } from '../../parts/moments.ts';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Figure } from './figure.tsx';
import { OutreachNav } from './outreach-nav.tsx';
import { Address, CampaignStatus, campaignStatuses, mailFailureText, strategyOf } from './words.tsx';

/** The campaigns, and current sending. */
export function CampaignsPage({ search }: PageProps) {
  const [filters, change] = useFilters(search);
  const status = filters.status as 'active' | undefined;
  const list = useList('listCampaigns', { query: status ? { status } : {} });
  const mayChange = useMay('outreach:write');
  const create = mayChange && (
    <LinkButton kind="main" icon={Plus} href="#/outreach/new">
      New campaign
    </LinkButton>
  );
  return (
    <>
      <PageHead title="Outreach" actions={create} />
      <OutreachNav here="#/outreach" />
      <OutboxCards />
      <FilterBox list="campaigns" set={filters}>
        <Choice
          label="Status"
          value={status ?? ''}
          onChange={(value) => change({ status: value })}
          options={campaignStatuses}
        />
      </FilterBox>
      <DataTable
        label="Campaigns"
        list={list}
        rowKey={(one) => one.id}
        rowHref={(one) => to`outreach/${one.id}`}
        columns={[
          { title: 'Campaign', width: '2fr', cell: (one) => one.name },
          { title: 'Status', cell: (one) => <CampaignStatus state={one.status} /> },
          { title: 'Mails', width: '0.7fr', align: 'end', cell: sentText },
          { title: 'Opened', width: '0.8fr', align: 'end', cell: (one) => shareText(one, one.unique_opens) },
          { title: 'Replied', width: '0.8fr', align: 'end', cell: (one) => shareText(one, one.replies) },
          {
            title: 'Meetings',
            width: '0.7fr',
            align: 'end',
            cell: (one) => dashed(one, one.meetings_booked),
          },
          {
            title: 'From',
            width: '1.4fr',
            cell: (one) => <Address of={strategyOf(one).sender?.email ?? '–'} />,
          },
          { title: 'Launched', width: '0.9fr', cell: (one) => <Time at={one.launched_at} /> },
        ]}
        say={(total) => plural(total, 'campaign')}
        empty={<NoCampaign isFiltered={!!status} action={create} />}
      />
    </>
  );
}

type Row = ItemOf<'listCampaigns'>;

/** A draft has no figures; for a launched campaign, zero is a figure. */
function dashed({ status }: Row, value: number): string {
  return status === 'draft' ? '–' : count(value);
}

function sentText(one: Row) {
  const isNobody = one.status === 'completed' && one.emails_sent === 0;
  return isNobody ? <strong className="bad-text">0</strong> : dashed(one, one.emails_sent);
}

function shareText({ emails_sent: sent }: Row, part: number): string {
  return sent === 0 ? '–' : `${count(part)} (${percent(part, sent)})`;
}

function NoCampaign({ isFiltered, action }: { isFiltered: boolean; action: React.ReactNode }) {
  if (isFiltered) return <Empty title="No campaign has this status.">Choose another one.</Empty>;
  return (
    <Empty icon={Megaphone} title="There is no campaign yet." action={action}>
      <a href="#/outreach/import">Import leads</a> first. A campaign then writes to them in steps. Without a
      mail server, mails go to the sandbox and reach nobody.
    </Empty>
  );
}

/** Mails waiting and sent, and spending. */
function OutboxCards() {
  const outbox = useRead('readOutbox', {});
  const costs = useRead('getCosts', { query: { group_by: 'campaign' } });
  const found = outbox.data;
  if (found === undefined) return null;
  const { counts, throughput, oldest_pending_age_seconds: age, next_due_at: next } = found;
  const waits = counts.pending + counts.processing;
  const due = age !== null && age > 0 ? `The oldest waits for ${duration(age * 1_000)}` : undefined;
  return (
    <div className="cards above-table">
      <Figure
        label="Mails waiting"
        figure={count(waits)}
        detail={next ? `Next ${relativeTime(next)}` : (due ?? 'None is due')}
      />
      <Figure
        label="Sent"
        figure={count(counts.sent)}
        detail={`${plural(throughput.per_hour, 'mail')} in the last hour`}
      />
      <Figure
        label="Not sent"
        figure={count(counts.failed)}
        tone={counts.failed > 0 ? 'warn' : 'plain'}
        detail={failureText(found.failures_by_code)}
      />
      <Figure
        label="Spent in 30 days"
        figure={money(costs.data?.totals.total_usd)}
        detail={
          costs.data === undefined
            ? ''
            : `${money(costs.data.totals.channel_costs_usd)} mail, ${money(costs.data.totals.ai_inference_usd)} models, ${money(costs.data.totals.data_enrichment_usd)} data`
        }
      />
    </div>
  );
}

function failureText(byCode: object): string {
  const [first] = Object.entries(byCode as Record<string, number>).toSorted(([, a], [, b]) => b - a);
  return first === undefined ? 'Nothing failed' : `${count(first[1])} ${mailFailureText(first[0])}`;
}
