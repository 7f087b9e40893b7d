import type { Answer } from '../../api/client.ts';
import { useList, useRead } from '../../api/read.ts';
import { type PageProps, to } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { Code, Json } from '../../parts/code.tsx';
import { plural } from '../../parts/format.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { Empty, Failure, Loading, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';

type Review = Answer<'getReview'>;
type Counts = Record<'critical' | 'high' | 'medium' | 'low', number>;

interface Category {
  grade: string | null;
  score: number | null;
  caps: { reason: string }[];
  findings: Counts;
  completed: number;
  agents_total: number;
}

const unfinished = new Set(['queued', 'running', 'verifying']);

/** One review: its progress, then its findings, the gravest first. */
export function ReviewPage({ params: { id = '' } }: PageProps) {
  const params = { id };
  const review = useRead(
    'getReview',
    { params },
    { every: (found) => (!found || unfinished.has(found.status)) && 1_000 },
  );
  const applicationId = review.data?.application_id;
  const application = useRead(
    'getApplication',
    { params: { id: applicationId ?? '' } },
    { enabled: applicationId !== undefined },
  );
  const crumbs = [{ label: 'Review', href: '#/review' }];
  if (applicationId !== undefined)
    crumbs.push({ label: application.data?.name ?? 'Application', href: to`review/${applicationId}` });
  return (
    <>
      <PageHead
        title={application.data ? `Review of ${application.data.name}` : 'Review'}
        crumbs={crumbs}
        beside={review.data && <Status state={review.data.status} />}
      />
      <Shown of={review}>
        {({ status, progress, driver, categories }) => (
          <>
            <p>
              {progress.completed} of {progress.total} agents done, {progress.failed} failed, by {driver}{' '}
              <progress
                aria-label="Agents done"
                max={progress.total}
                value={progress.completed + progress.failed}
              />
            </p>
            <Categories of={categories as Record<string, Category>} isUnderWay={unfinished.has(status)} />
          </>
        )}
      </Shown>
      <Findings id={id} review={review.data} />
    </>
  );
}

function Categories({ of, isUnderWay }: { of: Record<string, Category>; isUnderWay: boolean }) {
  const missing = isUnderWay ? 'not yet' : 'none';
  const found = ({ findings, completed }: Category) => {
    if (isUnderWay) return countsSoFar(findings);
    return completed === 0 ? missing : counts(findings);
  };
  return (
    <div className="cards section">
      {Object.entries(of).map(([name, category]) => (
        <div className="card" key={name}>
          <span className="card-label">{name}</span>
          <span className="card-figure">
            {category.grade === null ? missing : `${category.grade} (${category.score})`}
          </span>
          <span>{found(category)}</span>
          <span className="quiet">
            {category.completed} of {category.agents_total} agents
          </span>
          {category.caps.map(({ reason }) => (
            <span className="quiet" key={reason}>
              {reason}
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

function counts({ critical, high, medium, low }: Counts): string {
  return `${critical} critical, ${high} high, ${medium} medium, ${low} low`;
}

/** While agents still look, only what they have found is told: a zero would be an all-clear. */
function countsSoFar({ critical, high, medium, low }: Counts): string {
  const found = Object.entries({ critical, high, medium, low }).filter(([, count]) => count > 0);
  if (found.length === 0) return 'nothing so far';
  return `${found.map(([severity, count]) => `${count} ${severity}`).join(', ')} so far`;
}

function Findings({ id, review }: { id: string; review: Review | undefined }) {
  const isUnderWay = review === undefined || unfinished.has(review.status);
  const list = useList('getReviewResults', { params: { id } }, { every: () => isUnderWay && 1_500 });
  return (
    <Section title="Findings">
      {list.error ? (
        <Failure error={list.error} retry={list.refetch} />
      ) : list.isLoading || review === undefined ? (
        <Loading />
      ) : list.items.length === 0 ? (
        <Empty title={sayNoFinding(review)} />
      ) : (
        <>
          {list.items.map((finding) => (
            <OneFinding key={finding.id} {...finding} />
          ))}
          <p className="quiet">{plural(list.total, 'finding')}</p>
          {list.hasMore && <Button onPress={list.fetchMore}>Show more</Button>}
        </>
      )}
    </Section>
  );
}

/** What it means that no finding is there: an all-clear only where every agent has looked. */
function sayNoFinding({ status, progress }: Review): string {
  const done = `${progress.completed} of ${progress.total} agents are done`;
  if (status === 'queued') return 'Not looked at yet: the review waits for its turn.';
  if (unfinished.has(status)) return `Nothing so far: ${done}.`;
  if (progress.completed < progress.total)
    return `Nothing was found by the agents that ended well, and not all did: ${done}, ${progress.failed} failed.`;
  return `Nothing was found: ${done}.`;
}

type Finding = Answer<'getReviewResults'>['findings'][number];

function OneFinding({
  title,
  severity,
  file,
  line,
  agent,
  description,
  recommendation,
  snippet,
  patch,
  evidence,
}: Finding) {
  return (
    <details className="card">
      <summary>
        <Status state={severity} /> {title}{' '}
        <code className="quiet">
          {file}:{line}
        </code>
      </summary>
      <p>{description}</p>
      <p>{recommendation}</p>
      {snippet && <Code text={snippet} label="Code" />}
      {patch && <Code text={patch} label="Patch" />}
      {Array.isArray(evidence) && evidence.length > 0 && <Json value={evidence} label="Evidence" />}
      <p className="quiet">Found by {agent}</p>
    </details>
  );
}
