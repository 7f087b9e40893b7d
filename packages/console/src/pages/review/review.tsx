import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { type PageProps, useFilters } from '../../app/router.tsx';
import { plural, words } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { AgentProgress } from './agents.tsx';
import { facetsOf, filesOf, noFacets } from './finding-facets.ts';
import { FindingFilters, SeverityTiles } from './finding-filters.tsx';
import { FindingList } from './finding-list.tsx';
import { Grade } from './gauge.tsx';
import { ReviewFrame } from './review-frame.tsx';
import { formatCounts, type SeverityCounts } from './severity.tsx';
import { type FoundFindings, isUnderWay, matching, type Review, useFindingsSoFar } from './use-findings.ts';

/** One review: its agents while they run, then its grades and findings. */
export function ReviewPage({ params: { id = '' }, search }: PageProps) {
  return (
    <ReviewFrame id={id} part="">
      {(review) => (
        <>
          {isUnderWay(review) && <AgentProgress of={review} />}
          <Findings review={review} search={search} />
          {!isUnderWay(review) && <Grades of={review} />}
        </>
      )}
    </ReviewFrame>
  );
}

function Findings({ review, search }: { review: Review; search: URLSearchParams }) {
  const found = useFindingsSoFar(review);
  if (!found.isWhole && found.error)
    return <Failure error={found.error} retry={() => void found.refetch()} />;
  // Filters apply to all findings; without any, the first ones are the first of all.
  if (found.data === undefined || (!found.isWhole && search.size > 0)) return <Loading lines={8} />;
  return (
    <>
      {!isUnderWay(review) && <FirstSteps of={review} found={found.data} />}
      <FilteredFindings review={review} found={found.data} isWhole={found.isWhole} search={search} />
    </>
  );
}

interface FilteredProps {
  review: Review;
  found: FoundFindings;
  /** Otherwise the others are still being read. */
  isWhole: boolean;
  search: URLSearchParams;
}

function FilteredFindings({ review, found: { findings, total }, isWhole, search }: FilteredProps) {
  const [filters, change] = useFilters(search);
  // Typing shows at once; the list follows.
  const later = useDeferredValue(search.toString());
  const before = useRef(noFacets);
  const [facets, shown] = useMemo(() => {
    const applied = Object.fromEntries(new URLSearchParams(later));
    const isAll = isWhole || later !== '';
    const counted = isAll ? facetsOf(findings, applied, before.current) : noFacets;
    return [counted, matching(findings, applied)] as const;
  }, [findings, isWhole, later]);
  useEffect(() => {
    before.current = facets;
  }, [facets]);
  const files = useMemo(() => filesOf(findings), [findings]);
  const isCut = isWhole && total > findings.length;
  return (
    <>
      {findings.length > 0 && (
        <>
          <SeverityTiles facets={facets} filters={filters} change={change} />
          <FindingFilters facets={facets} files={files} filters={filters} change={change} />
        </>
      )}
      {isCut && (
        <p className="note warn above-table">
          The {plural(findings.length, 'most severe finding')} of {total.toLocaleString('en-US')} are shown.
          The SARIF file has all of them.
        </p>
      )}
      <FindingList
        review={review}
        findings={shown}
        all={isWhole ? findings.length : total}
        isWhole={isWhole}
        search={later}
      />
    </>
  );
}

function FirstSteps({ of, found }: { of: Review; found: FoundFindings }) {
  const { coverage, top_actions: actions, baseline_review_id: base } = of;
  const { dropped } = found;
  const notes = [
    base !== null && `${plural(dropped.baseline, 'finding')} unchanged since the review it is compared with`,
    dropped.suppressed > 0 && `${dropped.suppressed} suppressed`,
    dropped.disabled > 0 && `${dropped.disabled} left out by disabled rules`,
    dropped.below_min_severity > 0 && `${dropped.below_min_severity} left out below the minimum severity`,
    coverage && coverage.code_read_percent < 100 && `${coverage.code_read_percent} % of the code was read`,
  ].filter(Boolean);
  return (
    <>
      <GateNote of={of} />
      {actions.length > 0 && (
        <details className="first-things">
          <summary>What to do first</summary>
          <ol>
            {actions.slice(0, 5).map((action) => (
              <li key={action}>{action}</li>
            ))}
          </ol>
        </details>
      )}
      {notes.length > 0 && <p className="quiet above-table">{notes.join(' · ')}</p>}
    </>
  );
}

/** Whether the change passes its gate, and what it fails. */
function GateNote({ of: { gate } }: { of: Review }) {
  if (gate === null || gate.status === 'pending') return null;
  if (gate.status === 'passed') return <p className="note good above-table">The gate is passed.</p>;
  const failed = gate.conditions.filter(({ passed }) => !passed);
  return (
    <p className="note warn above-table">
      The gate is not passed. {failed.map(({ message }) => message).join(' ')}
    </p>
  );
}

interface Category {
  grade: string | null;
  score: number | null;
  caps: { reason: string }[];
  findings: SeverityCounts;
  completed: number;
  failed: number;
  agents_total: number;
}

function Grades({ of }: { of: Review }) {
  return (
    <Section title="Grades" lead="Based on new, unsuppressed findings and on how much code was read.">
      <div className="cards">
        {Object.entries(of.categories as Record<string, Category>).map(
          ([name, category]) =>
            name !== 'meta' && (
              <div className="card" key={name}>
                <span className="card-label">{words(name)}</span>
                <span className="card-figure">
                  {category.grade === null || category.score === null ? (
                    <span className="quiet">None</span>
                  ) : (
                    <Grade score={category.score} grade={category.grade} />
                  )}
                </span>
                <span>{categoryText(category)}</span>
                {category.caps.map(({ reason }) => (
                  <span className="quiet" key={reason}>
                    {reason}
                  </span>
                ))}
              </div>
            ),
        )}
      </div>
    </Section>
  );
}

/** An all-clear only if every agent of the category has looked. */
function categoryText({ findings, completed, failed, agents_total: agents }: Category): string {
  const text = formatCounts(findings);
  if (completed === 0) return 'No agent succeeded';
  if (text !== '') return failed > 0 ? `${text}; ${plural(failed, 'agent')} failed` : text;
  return failed > 0
    ? `Nothing by ${completed} of ${agents} agents; ${failed} failed`
    : 'Nothing new was found';
}
