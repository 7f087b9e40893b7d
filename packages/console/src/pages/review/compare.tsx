import { type PageProps, useFilters } from '../../app/router.tsx';
import { DataTable, listOf } from '../../parts/data-table.tsx';
import { Choice } from '../../parts/fields.tsx';
import { count, plural } from '../../parts/format.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { useApplication } from './application-frame.tsx';
import { differenceOf } from './difference.ts';
import { findingHref } from './finding-list.tsx';
import { NextReviewHint } from './review-again.tsx';
import { ReviewFrame, useReview } from './review-frame.tsx';
import { severities } from './severities.ts';
import { SeverityBadge, SeverityBar } from './severity.tsx';
import { type Finding, isUnderWay, keyOf, type Review, useFindings } from './use-findings.ts';
import { type BaseReview, useBases } from './versions.ts';

/** What is new, fixed and unchanged since another review. */
export function ComparePage({ params: { id = '' }, search }: PageProps) {
  return (
    <ReviewFrame id={id} part="compare">
      {(review) => <Compare of={review} search={search} />}
    </ReviewFrame>
  );
}

function Compare({ of, search }: { of: Review; search: URLSearchParams }) {
  const [filters, change] = useFilters(search);
  const application = useApplication(of.application_id);
  const bases = withBaseline(useBases(application.data, of.created_at), of.baseline_review_id).filter(
    ({ id }) => id !== of.review_id,
  );
  const base = filters.with ?? of.baseline_review_id ?? bases[0]?.id;
  if (isUnderWay(of))
    return <Empty title="Not yet.">It can be compared when its agents have finished.</Empty>;
  if (base === undefined) {
    return (
      <Empty title="There is no earlier review." action={<NextReviewHint of={of} />}>
        Review this upload again, or upload the next version by the same name.
      </Empty>
    );
  }
  return (
    <>
      <search className="filters" aria-label="Filters">
        <div className="wide">
          <Choice
            label="Compare with"
            value={base}
            onChange={(id) => change({ with: id })}
            options={bases.map(({ id, label }) => ({ id, label }))}
          />
        </div>
      </search>
      {base !== of.baseline_review_id && (
        <p className="quiet above-table">
          The grades and the list of findings use the review's own baseline
          {of.baseline_review_id === null ? ': nothing, so all count as new.' : ', which is another one.'}
        </p>
      )}
      <Difference of={of} baseId={base} show={filters.show ?? 'new'} change={(show) => change({ show })} />
    </>
  );
}

function withBaseline(bases: BaseReview[], id: string | null): BaseReview[] {
  if (id === null || bases.some((one) => one.id === id)) return bases;
  return [{ id, label: "The review's own baseline" }, ...bases];
}

interface DifferenceProps {
  of: Review;
  baseId: string;
  show: string;
  change: (show: string) => void;
}

const kinds = [
  { id: 'new', label: 'New', none: 'Nothing is new.' },
  { id: 'fixed', label: 'Fixed', none: 'No finding of the earlier review was fixed.' },
  { id: 'unchanged', label: 'Unchanged', none: 'No unchanged findings.' },
] as const;

function Difference({ of, baseId, show, change }: DifferenceProps) {
  const base = useReview(baseId);
  const now = useFindings(of);
  const then = useFindings(base.data);
  const error = base.error ?? now.error ?? then.error;
  if (error) return <Failure error={error} />;
  if (!now.data || !then.data) return <Loading lines={8} />;
  const groups = differenceOf(now.data.findings, then.data.findings);
  const kind = kinds.find(({ id }) => id === show) ?? kinds[0];
  const shown = groups[kind.id];
  return (
    <>
      <div className="cards difference">
        {kinds.map(({ id, label }) => (
          <button
            type="button"
            key={id}
            className={`card difference-card ${id}`}
            aria-pressed={kind.id === id}
            onClick={() => change(id)}
          >
            <span className="card-label">{label}</span>
            <span className={`card-figure ${groups[id].length === 0 ? 'none' : ''}`}>
              {groups[id].length}
            </span>
            <SeverityBar of={countsOf(groups[id])} />
            {id === 'unchanged' && groups.stood.size > 0 && (
              <span className="quiet">{count(groups.stood.size)} in another line</span>
            )}
          </button>
        ))}
      </div>
      <DataTable
        label={`${kind.label} findings`}
        list={listOf(shown)}
        rowKey={keyOf}
        rowHref={(one) => findingHref(kind.id === 'fixed' ? baseId : of.review_id, one)}
        columns={[
          { title: 'Finding', width: '2.4fr', cell: (one) => one.title },
          { title: 'Severity', width: '0.8fr', cell: (one) => <SeverityBadge severity={one.severity} /> },
          {
            title: 'Where',
            width: '2fr',
            cell: (one) => <Where of={one} stood={groups.stood.get(one)} />,
          },
          { title: 'Rule', width: '1.3fr', cell: (one) => <code className="quiet">{one.rule_id}</code> },
        ]}
        say={(total) => `${plural(total, 'finding')} ${kind.label.toLowerCase()}`}
        empty={<Empty title={kind.none} />}
      />
    </>
  );
}

/** Its location, and its earlier one if different. */
function Where({ of: { file, line }, stood }: { of: Finding; stood: Finding | undefined }) {
  const before = stood?.file === file ? `line ${stood.line}` : stood && `${stood.file}:${stood.line}`;
  return (
    <span className="two-lines">
      <code>
        {file}:{line}
      </code>
      {before !== undefined && <span className="quiet">was {before}</span>}
    </span>
  );
}

function countsOf(findings: Finding[]) {
  const [critical = 0, high = 0, medium = 0, low = 0] = severities.map(
    (severity) => findings.filter((one) => one.severity === severity).length,
  );
  return { critical, high, medium, low };
}
