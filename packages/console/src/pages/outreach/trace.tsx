import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { type PageProps, to } from '../../app/router.tsx';
import { CopyText } from '../../parts/button.tsx';
import { duration, money, plural, Time } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { outreachCrumbs } from './outreach-nav.tsx';
import { factsOf, stepText } from './span-words.ts';
import { nameOf } from './words.tsx';

type Trace = Extract<Answer<'getTrace'>, { spans: unknown }>;
type Span = Trace['spans'][number];

/** Everything done for one lead of a campaign: what, when, duration and cost. */
export function TracePage({ params: { id = '' } }: PageProps) {
  const trace = useRead('getTrace', { params: { id } });
  const lead = useLead((trace.data as Trace | undefined)?.lead_id);
  return (
    <>
      <PageHead
        title={lead === undefined ? 'Trace' : `Trace of ${nameOf(lead)}`}
        crumbs={outreachCrumbs}
        lead="Everything done for one lead of one campaign, in order."
      />
      <Shown of={trace}>{(found) => <Found of={found as Trace} />}</Shown>
    </>
  );
}

function useLead(id: string | null | undefined) {
  return useRead('getLead', { params: { id: id ?? '' } }, { enabled: !!id }).data;
}

function Found({ of }: { of: Trace }) {
  const lead = useLead(of.lead_id);
  const campaign = useRead(
    'getCampaign',
    { params: { id: of.campaign_id ?? '' } },
    { enabled: !!of.campaign_id },
  ).data;
  const failed = of.spans.filter(({ status }) => status === 'error').length;
  return (
    <>
      <Facts
        of={{
          Lead: of.lead_id && (
            <a href={to`outreach/leads/${of.lead_id}`}>{lead ? nameOf(lead) : 'See the lead'}</a>
          ),
          Campaign: of.campaign_id && (
            <a href={to`outreach/${of.campaign_id}`}>{campaign?.name ?? 'See the campaign'}</a>
          ),
          Began: <Time at={of.started_at} withExact />,
          'Last step': <Time at={of.ended_at} withExact />,
          Steps: `${plural(of.span_count, 'step')}${failed > 0 ? `, ${failed} failed` : ''}`,
          Cost: money(of.total_cost_usd),
          Id: <CopyText text={of.trace_id} label="id of the trace" />,
        }}
      />
      <Section title="Steps">
        <ol className="spans" aria-label="Steps">
          {of.spans.map((span) => (
            <SpanRow key={span.span_id} of={span} />
          ))}
        </ol>
      </Section>
    </>
  );
}

function SpanRow({ of }: { of: Span }) {
  const facts = factsOf(of.attributes);
  return (
    <li className={of.parent_span_id === null ? 'span-root' : undefined}>
      <p>
        <strong>{stepText(of.name)}</strong>{' '}
        {of.status === 'error' && <Status state="failed" label="Failed" tone="bad" />}
        <span className="quiet">
          <Time at={of.start_time} />
          {of.parent_span_id !== null && ` · ${duration(of.duration_ms)}`}
          {of.cost_usd > 0 && ` · ${money(of.cost_usd)}`}
        </span>
      </p>
      {of.status_message !== null && <p className="quiet">{of.status_message}</p>}
      {facts.length > 0 && <p className="quiet span-facts">{facts.join(' · ')}</p>}
    </li>
  );
}
