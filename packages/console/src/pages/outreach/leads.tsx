import { Tag, Upload, Users } from 'lucide-react';
import { useState } from 'react';
import { type Body, useMay } from '../../api/client.ts';
import { useList } from '../../api/read.ts';
import { type PageProps, to, useFilters } from '../../app/router.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Choice } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { atLeast, plural, Time } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { CampaignChoice } from './campaign-choice.tsx';
import { TagChoice, TagDialog } from './lead-tags.tsx';
import { OutreachNav, outreachCrumbs } from './outreach-nav.tsx';
import { Address, LeadStatus, leadStatuses, nameOf } from './words.tsx';

const tiers = ['A', 'B', 'C', 'D'].map((id) => ({ id, label: `Tier ${id}` }));

type Filters = Record<string, string | undefined>;

/** All leads, filtered by what is known of them. */
export function LeadsPage({ search }: PageProps) {
  const [filters, change] = useFilters(search);
  const given = Object.entries(filters).filter(([, value]) => value);
  const list = useList('listLeads', { query: Object.fromEntries(given) });
  const mayChange = useMay('outreach:write');
  const [isTagging, setTagging] = useState(false);
  const add = mayChange && (
    <LinkButton kind="main" icon={Upload} href="#/outreach/import">
      Import leads
    </LinkButton>
  );
  return (
    <>
      <PageHead
        title="Leads"
        crumbs={outreachCrumbs}
        actions={
          <>
            {mayChange && list.total > 0 && (
              <Button icon={Tag} onPress={() => setTagging(true)}>
                {given.length > 0 ? 'Tag those found' : 'Tag all'}
              </Button>
            )}
            {add}
          </>
        }
      />
      <OutreachNav here="#/outreach/leads" />
      <LeadFilters filters={filters} change={change} />
      <DataTable
        label="Leads"
        list={list}
        rowKey={(one) => one.id}
        rowHref={(one) => to`outreach/leads/${one.id}`}
        columns={[
          { title: 'Lead', width: '1.4fr', cell: nameOf },
          { title: 'E-mail', width: '1.9fr', cell: (one) => <Address of={one.email} /> },
          { title: 'Company', width: '1.2fr', cell: (one) => one.company ?? '–' },
          { title: 'Tags', width: '1fr', cell: (one) => tagsText(one.tags) },
          { title: 'Status', width: '1.4fr', cell: (one) => <LeadStatus state={one.status} /> },
          { title: 'Score', width: '0.7fr', cell: (one) => scoreText(one.score, one.tier) },
          { title: 'Last mail', width: '0.9fr', cell: (one) => <Time at={one.last_contacted_at} /> },
        ]}
        say={(total) => plural(total, 'lead')}
        empty={
          given.length > 0 ? (
            <Empty title="No lead matches.">Remove a filter.</Empty>
          ) : (
            <Empty icon={Users} title="There is no lead yet." action={add}>
              Any CSV file from a spreadsheet or CRM works: columns are recognised, and you see a preview
              first.
            </Empty>
          )
        }
      />
      <TagDialog
        whom={{ filter: Object.fromEntries(given) as Body<'tagLeads'>['filter'] & object }}
        name={atLeast(list.isMinimum, plural(list.total, 'lead'))}
        isOpen={isTagging}
        onClose={() => setTagging(false)}
      />
    </>
  );
}

/** The first ones; a row has no space for all. */
function tagsText(tags: string[]): string {
  const shown = tags.slice(0, 2).join(', ');
  return tags.length > 2 ? `${shown} and ${tags.length - 2} more` : shown || '–';
}

export function scoreText(score: number | null, tier: string | null): string {
  if (score === null) return '–';
  return tier === null ? String(score) : `${score}, ${tier}`;
}

function LeadFilters({ filters, change }: { filters: Filters; change: (to: Filters) => void }) {
  return (
    <FilterBox list="leads" set={filters}>
      <TextInput
        label="Lead"
        type="search"
        placeholder="Name, e-mail …"
        value={filters.q ?? ''}
        onChange={(q) => change({ q })}
      />
      <Choice
        label="Status"
        value={filters.status ?? ''}
        onChange={(status) => change({ status })}
        options={leadStatuses}
      />
      <Choice
        label="Tier"
        value={filters.tier ?? ''}
        onChange={(tier) => change({ tier })}
        options={[{ id: '', label: 'Any tier' }, ...tiers]}
      />
      <TagChoice value={filters.tag ?? ''} onChange={(tag) => change({ tag })} />
      <TextInput
        label="Country"
        value={filters.country ?? ''}
        onChange={(country) => change({ country })}
        placeholder="DE"
      />
      <CampaignChoice value={filters.campaign_id} onChange={(campaign_id) => change({ campaign_id })} />
    </FilterBox>
  );
}
