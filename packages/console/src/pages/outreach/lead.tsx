import { CalendarPlus, Gauge, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useApi, useMay } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { navigate, type PageProps, to } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { money, Time, words } from '../../parts/format.tsx';
import { ActionMenu } from '../../parts/menu.tsx';
import { Facts, PageHead } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { BookDialog } from './book-dialog.tsx';
import { LeadScore } from './lead-score.tsx';
import { LeadTimeline } from './lead-timeline.tsx';
import { outreachCrumbs } from './outreach-nav.tsx';
import { type Lead, LeadStatus, nameOf } from './words.tsx';

const crumbs = [...outreachCrumbs, { label: 'Leads', href: '#/outreach/leads' }];

/** One lead: who it is, why it has its score, and all that happened with it. */
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
          </>
        )}
      </Shown>
    </>
  );
}

function Known({ lead }: { lead: Lead }) {
  const campaigns = useRead('listCampaigns', { query: { limit: 100 } });
  const nameOfCampaign = (id: string) => campaigns.data?.campaigns.find((one) => one.id === id)?.name ?? id;
  const custom = Object.entries(lead.custom_fields as Record<string, unknown>);
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
        ...Object.fromEntries(custom.map(([name, value]) => [words(name), String(value ?? '')])),
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

function LeadActions({ lead }: { lead: Lead }) {
  const api = useApi();
  const mayChange = useMay('outreach:write');
  const [asked, setAsked] = useState<'erase' | 'book'>();
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
        actions={[{ label: 'Erase lead', run: () => setAsked('erase'), isDanger: true }]}
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
        The lead and what is known of it are gone, and no more mail is sent to it.
      </Confirm>
    </>
  );
}
