import { CalendarPlus, Gauge, PenLine, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useApi, useMay } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { navigate, type PageProps, to } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { money, plural, Time } from '../../parts/format.tsx';
import { ActionMenu } from '../../parts/menu.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { BookDialog } from './book-dialog.tsx';
import { LeadScore } from './lead-score.tsx';
import { TagDialog, TagLinks } from './lead-tags.tsx';
import { LeadTimeline } from './lead-timeline.tsx';
import { outreachCrumbs } from './outreach-nav.tsx';
import { type Lead, LeadStatus, nameOf } from './words.tsx';
import { WriteDialog } from './write-dialog.tsx';

const crumbs = [...outreachCrumbs, { label: 'Leads', href: '#/outreach/leads' }];

/** One lead: details, score and history. */
export function LeadPage({ params: { id = '' } }: PageProps) {
  const lead = useRead('getLead', { params: { id } });
  const found = lead.data;
  return (
    <>
      <PageHead
        title={found ? nameOf(found) : 'Lead'}
        crumbs={crumbs}
        beside={found && <LeadStatus state={found.status} />}
        lead={found && [found.title, found.company].filter(Boolean).join(' at ')}
        actions={found && <LeadActions lead={found} />}
      />
      <Shown of={lead}>
        {(one) => (
          <>
            <Known lead={one} />
            <LeadScore lead={one} />
            <LeadTimeline lead={one} />
            <Columns lead={one} />
          </>
        )}
      </Shown>
    </>
  );
}

function Known({ lead }: { lead: Lead }) {
  const campaigns = useRead('listCampaigns', { query: { limit: 100 } });
  const nameOfCampaign = (id: string) => campaigns.data?.campaigns.find((one) => one.id === id)?.name ?? id;
  const columns = columnsOf(lead);
  return (
    <Facts
      of={{
        'E-mail': lead.email,
        Company: lead.company,
        Title: lead.title,
        Country: lead.country,
        'Time zone': lead.timezone,
        Phone: lead.phone,
        LinkedIn: lead.linkedin_url,
        ...(columns.length <= FEW_COLUMNS && Object.fromEntries(columns)),
        Tags: lead.tags.length > 0 && <TagLinks of={lead.tags} />,
        Campaigns:
          lead.campaign_ids.length === 0
            ? undefined
            : lead.campaign_ids.map((campaign) => (
                <a key={campaign} className="line" href={to`outreach/${campaign}`}>
                  {nameOfCampaign(campaign)}
                </a>
              )),
        'Last mail': lead.last_contacted_at && <Time at={lead.last_contacted_at} />,
        Enriched: lead.enriched_at && <Time at={lead.enriched_at} />,
        Imported: <Time at={lead.created_at} />,
      }}
    />
  );
}

/** Up to this many custom columns are shown with the other details; more get their own section. */
const FEW_COLUMNS = 8;

/** The file's columns without a lead field, under their original names. */
function columnsOf(lead: Lead): [name: string, value: string][] {
  const custom = Object.entries(lead.custom_fields as Record<string, unknown>);
  return custom.map(([name, value]) => [name, String(value ?? '')]);
}

/** More are shown on request. */
const SHOWN_COLUMNS = 40;

/** All columns of a file with hundreds of them, searchable. */
function Columns({ lead }: { lead: Lead }) {
  const [q, setQ] = useState('');
  const [isWhole, setWhole] = useState(false);
  const columns = columnsOf(lead);
  if (columns.length <= FEW_COLUMNS) return null;
  const has = (text: string) => text.toLowerCase().includes(q.trim().toLowerCase());
  const found = columns.filter(([name, value]) => has(name) || has(value));
  return (
    <Section
      title="Other columns of the import"
      lead={`${plural(columns.length, 'column')} that match no field of a lead.`}
    >
      <div className="filters">
        <TextInput label="Column or value" type="search" value={q} onChange={setQ} />
      </div>
      {found.length === 0 ? (
        <p className="quiet">No column matches.</p>
      ) : (
        <Facts of={Object.fromEntries(isWhole ? found : found.slice(0, SHOWN_COLUMNS))} />
      )}
      {!isWhole && found.length > SHOWN_COLUMNS && (
        <Button onPress={() => setWhole(true)}>Show all {found.length}</Button>
      )}
    </Section>
  );
}

function LeadActions({ lead }: { lead: Lead }) {
  const api = useApi();
  const mayChange = useMay('outreach:write');
  const [asked, setAsked] = useState<'erase' | 'book' | 'tag' | 'write'>();
  const params = { id: lead.id };
  const score = useWrite(() => api.scoreLead({ params, body: {} }), {
    shows: { operation: 'scoreLead', params, body: {}, title: 'Score it' },
    done: ({ score: points, tier }) => `${nameOf(lead)} scores ${points}, tier ${tier}.`,
  });
  const enrich = useWrite(() => api.enrichLead({ params, body: {} }), {
    shows: { operation: 'enrichLead', params, body: {}, title: 'Enrich it' },
    done: ({ status, cost_usd: cost }) =>
      status === 'failed'
        ? `Nothing new was found about ${nameOf(lead)}.`
        : `${nameOf(lead)} is enriched for ${money(cost)}.`,
  });
  const erase = useWrite(() => api.eraseLead({ params }), {
    shows: { operation: 'eraseLead', params, title: 'Erase it' },
    done: () => `${lead.email} is erased.`,
    onDone: () => navigate('#/outreach/leads'),
  });
  if (!mayChange) return null;
  return (
    <>
      <Button icon={PenLine} onPress={() => setAsked('write')}>
        Write
      </Button>
      <Button icon={Sparkles} isBusy={enrich.isPending} onPress={() => enrich.mutate()}>
        Enrich
      </Button>
      <Button icon={Gauge} isBusy={score.isPending} onPress={() => score.mutate()}>
        Score
      </Button>
      <Button icon={CalendarPlus} onPress={() => setAsked('book')}>
        Book a meeting
      </Button>
      <ActionMenu
        label="More actions"
        actions={[
          { label: 'Change tags …', run: () => setAsked('tag') },
          { label: 'Erase lead …', run: () => setAsked('erase'), isDanger: true },
        ]}
      />
      <TagDialog
        whom={{ lead_ids: [lead.id] }}
        name={nameOf(lead)}
        has={lead.tags}
        isOpen={asked === 'tag'}
        onClose={() => setAsked(undefined)}
      />
      <WriteDialog
        to={{ name: nameOf(lead), lead_id: lead.id }}
        isOpen={asked === 'write'}
        onClose={() => setAsked(undefined)}
      />
      <BookDialog lead={lead} isOpen={asked === 'book'} onClose={() => setAsked(undefined)} />
      <Confirm
        title={`Erase ${lead.email}?`}
        action="Erase lead"
        name={lead.email}
        isOpen={asked === 'erase'}
        onClose={() => setAsked(undefined)}
        onConfirm={() => erase.mutate()}
      >
        The lead and all its data are deleted, and it gets no more mail.
      </Confirm>
    </>
  );
}
