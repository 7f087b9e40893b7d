import { useRead } from '../../api/read.ts';
import { type PageProps, withSearch } from '../../app/router.tsx';
import { History } from '../../parts/deeds.tsx';
import { atLeast, plural, Time, words } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignChart } from './campaign-chart.tsx';
import { CampaignFigures } from './campaign-figures.tsx';
import { CampaignLinks } from './campaign-links.tsx';
import { CampaignSteps } from './campaign-steps.tsx';
import { CampaignWhy } from './campaign-why.tsx';
import { CampaignMessages } from './messages.tsx';
import { outreachCrumbs } from './outreach-nav.tsx';
import { PreviewByLead } from './preview.tsx';
import { windowText } from './window-text.ts';
import { type Campaign, CampaignStatus, countsOf, stepsOf, strategyOf } from './words.tsx';

/** One campaign: whether it is sending and why not, results, steps and mails. */
export function CampaignPage({ params: { id = '' }, search }: PageProps) {
  const campaign = useRead('getCampaign', { params: { id } });
  const found = campaign.data;
  return (
    <>
      <PageHead
        title={found?.name ?? 'Campaign'}
        crumbs={outreachCrumbs}
        beside={found && <CampaignStatus state={found.status} />}
        lead={found?.description || undefined}
        actions={found && <CampaignActions campaign={found} />}
      />
      <Shown of={campaign}>
        {(one) => (
          <>
            <CampaignWhy campaign={one} />
            {one.status === 'draft' && <Audience campaign={one} />}
            {one.status === 'draft' ? <BeforeSending campaign={one} /> : <CampaignResults campaign={one} />}
            <CampaignSteps campaign={one} />
            <Terms campaign={one} />
          </>
        )}
      </Shown>
      {found !== undefined && found.status !== 'draft' && <CampaignMessages id={id} search={search} />}
      {found !== undefined && <History of={id} />}
    </>
  );
}

function CampaignResults({ campaign }: { campaign: Campaign }) {
  return (
    <>
      <CampaignFigures campaign={campaign} />
      {campaign.metrics.emails_sent > 0 && <CampaignChart id={campaign.id} />}
      {countsOf(strategyOf(campaign)).clicks && <CampaignLinks campaign={campaign} />}
    </>
  );
}

/** Whom a draft would reach: its own leads, or those matching its profile. */
function Audience({ campaign }: { campaign: Campaign }) {
  const leads = useRead('listLeads', { query: { limit: 1, campaign_id: campaign.id } });
  if (leads.data === undefined) return null;
  const { total } = leads.data;
  const { titles = [], countries = [] } = campaign.icp as { titles?: string[]; countries?: string[] };
  const profile = [...titles, ...countries].join(', ');
  return (
    <Section title="Audience">
      {total > 0 ? (
        <p>
          <a href={withSearch('#/outreach/leads', { campaign_id: campaign.id })}>
            {atLeast(leads.data.total_is_minimum, plural(total, 'lead'))}
          </a>
          , except those who do not want mail by then.
        </p>
      ) : (
        <p>
          {profile
            ? `Leads that fit at launch: ${profile}.`
            : 'Nobody yet: edit the campaign, or choose at launch.'}
        </p>
      )}
    </Section>
  );
}

function BeforeSending({ campaign }: { campaign: Campaign }) {
  return (
    <Section title="Before launch" lead="How a lead receives it, and the verdict of the compliance guard.">
      <PreviewByLead
        strategy={strategyOf(campaign)}
        steps={stepsOf(strategyOf(campaign))}
        campaignId={campaign.id}
        among={{ campaign_id: campaign.id }}
      />
    </Section>
  );
}

function Terms({ campaign }: { campaign: Campaign }) {
  const strategy = strategyOf(campaign);
  const { sender, legal, send_window: window } = strategy;
  const counts = countsOf(strategy);
  const quiet = legal?.quiet_hours;
  return (
    <Section title="Terms">
      <Facts
        of={{
          From: [sender?.name, sender?.email].filter(Boolean).join(', ') || undefined,
          Mailboxes: sender?.mailbox_ids?.length
            ? plural(sender.mailbox_ids.length, 'mailbox', 'mailboxes')
            : undefined,
          'Send window': windowText(window),
          'Quiet hours': quiet && `${quiet.start} to ${quiet.end}, in the reader's time zone`,
          'Legal basis': legal?.basis && words(legal.basis),
          'Postal address': legal?.postal_address,
          Counted:
            [counts.opens && 'Opens', counts.clicks && 'clicks'].filter(Boolean).join(' and ') || undefined,
          'Mails per day': campaign.daily_send_limit ?? 'No limit',
          'Test cohort': campaign.executions[0]?.test_cohort_size ?? undefined,
          Launched: campaign.launched_at && <Time at={campaign.launched_at} withExact />,
          Created: <Time at={campaign.created_at} withExact />,
        }}
      />
    </Section>
  );
}
