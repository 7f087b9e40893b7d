import { lazy, Suspense } from 'react';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useList } from '../../api/read.ts';
import { type PageProps, to, withSearch } from '../../app/router.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { History } from '../../parts/deeds.tsx';
import { duration, plural, Time } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { type Application, ApplicationFrame, NotAnalysed } from './application-frame.tsx';
import { Decision } from './decision.tsx';
import { Gauge } from './gauge.tsx';
import { openOf, reviewState } from './review-words.tsx';
import { SeverityBar } from './severity.tsx';

const Trend = lazy(async () => ({ default: (await import('./trend.tsx')).Trend }));

/** One application: decision, readiness, problems and reviews. */
export function ApplicationPage({ params: { id = '' } }: PageProps) {
  return (
    <ApplicationFrame id={id} part="">
      {(application) => (
        <>
          <Decision of={application} />
          {application.readiness ? (
            <Figures of={application} readiness={application.readiness} />
          ) : (
            <NotAnalysed of={application} />
          )}
          <Reviews id={id} />
          <Section title="Over time" lead="Each upload of this name is a version.">
            <Suspense fallback={<Loading />}>
              <Trend of={application} />
            </Suspense>
          </Section>
          <History of={id} />
        </>
      )}
    </ApplicationFrame>
  );
}

const kinds = { cloud: 'Cloud', library: 'Library', mesh: 'Service mesh' } as const;

function Figures({
  of: { id, vulnerabilities, dependencies },
  readiness,
}: {
  of: Application;
  readiness: NonNullable<Application['readiness']>;
}) {
  return (
    <div className="overview">
      <section className="card" aria-label="Readiness">
        <span className="card-label">Ready for</span>
        <div className="gauges">
          {Object.entries(kinds).map(([kind, label]) => {
            const { score, grade } = readiness[kind as keyof typeof kinds];
            return (
              <a key={kind} className="gauge-link" href={withSearch(to`review/${id}/readiness`, { kind })}>
                <Gauge label={`Ready for ${label}`} score={score} grade={grade} />
                {label}
              </a>
            );
          })}
        </div>
      </section>
      {vulnerabilities && (
        <section className="card" aria-label="Vulnerabilities">
          <span className="card-label">Vulnerabilities that the analysis found</span>
          <span className={`card-figure ${vulnerabilities.critical + vulnerabilities.high > 0 ? 'bad' : ''}`}>
            {vulnerabilities.total}
          </span>
          <SeverityBar of={vulnerabilities} none="None known" />
          <span className="quiet">{bySource(vulnerabilities.by_source)}</span>
          {dependencies && <Advisories of={dependencies} />}
        </section>
      )}
    </div>
  );
}

function bySource({
  code,
  secrets,
  dependencies,
  config,
}: NonNullable<Application['vulnerabilities']>['by_source']) {
  const parts = [
    code > 0 && `${code} in code`,
    secrets > 0 && plural(secrets, 'committed secret'),
    dependencies > 0 && `${dependencies} in dependencies`,
    config > 0 && `${config} in configuration`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** No results are not an all-clear when little is known. */
function Advisories({ of }: { of: NonNullable<Application['dependencies']> }) {
  const { source, unknown_packages: unknown, problem } = of.advisory_db;
  if (problem !== null) return <span className="quiet">Advisories: {problem}</span>;
  if (source === 'seed' || unknown > 0) {
    return (
      <span className="quiet">
        {unknown > 0
          ? `${plural(unknown, 'package')} could not be looked up: this is not an all-clear.`
          : 'Few advisories are known here: this is not an all-clear.'}
      </span>
    );
  }
  return null;
}

type Review = ItemOf<'listReviews'>;

function Reviews({ id }: { id: string }) {
  const reviews = useList('listReviews', { params: { id } });
  return (
    <Section title="Reviews">
      <DataTable<Review>
        label="Reviews"
        list={reviews}
        rowKey={(one) => one.review_id}
        rowHref={(one) => to`reviews/${one.review_id}`}
        columns={[
          {
            title: 'Requested',
            cell: (one) => <Time at={one.created_at} />,
          },
          { title: 'Status', width: '1.2fr', cell: (one) => reviewState(one) },
          {
            title: 'Open findings',
            width: '2fr',
            cell: (one) =>
              one.completed_at ? <SeverityBar of={openOf(one)} /> : <span className="quiet">Not yet</span>,
          },
          { title: 'By', cell: (one) => (one.origin === 'sarif' ? 'Another tool' : drivers[one.driver]) },
          {
            title: 'Took',
            width: '0.6fr',
            cell: (one) => duration(one.duration_seconds === null ? null : one.duration_seconds * 1_000),
          },
        ]}
        say={(total) => plural(total, 'review')}
        empty={
          <Empty title="It was not reviewed yet.">
            “Review” above runs all agents, or those of some categories.
          </Empty>
        }
      />
    </Section>
  );
}

const drivers: Record<string, string> = {
  rules: 'Rules',
  llm: 'Language model',
  mixed: 'Rules and a language model',
};
