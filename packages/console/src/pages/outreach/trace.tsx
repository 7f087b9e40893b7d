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

type Trace = Extract<Answer<'getTrace'>, { spans: unknown }>;
type Span = Trace['spans'][number];

/** All that was done for one lead of one campaign: what, when, how long it took, and what it cost. */
export function TracePage({ params: { id = '' } }: PageProps) {
  const trace = useRead('getTrace', { params: { id } });
  return (
    <>
      <PageHead
        title="Trace"
        crumbs={outreachCrumbs}
        lead="All that was done for one lead of one campaign, in order."
      />
      <Shown of={trace}>{(found) => <Found of={found as Trace} />}</Shown>
    </>
  );
}

function Found({ of }: { of: Trace }) {
  const failed = of.spans.filter(({ status }) => status === 'error').length;
  return (
    <>
      <Facts
        of={{
          Lead: of.lead_id && <a href={to`outreach/leads/${of.lead_id}`}>See the lead</a>,
          Campaign: of.campaign_id && <a href={to`outreach/${of.campaign_id}`}>See the campaign</a>,
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
