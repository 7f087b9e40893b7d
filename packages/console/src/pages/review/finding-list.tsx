import { memo, useCallback, useState } from 'react';
import { useMay } from '../../api/client.ts';
import { to, withSearch } from '../../app/router.tsx';
import { onItText } from '../../parts/acknowledged.ts';
import { type Column, DataTable, listOf } from '../../parts/data-table.tsx';
import { plural } from '../../parts/format.tsx';
import { ActionMenu } from '../../parts/menu.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { type BulkRequest, DecideOnAll, DecideOnChosen, useChosen } from './decide-on-several.tsx';
import { SeverityBadge } from './severity.tsx';
import { TriageDialog, useReopen } from './triage.tsx';
import { type Finding, isUnderWay, keyOf, type Review, statusLabels } from './use-findings.ts';

interface FindingListProps {
  review: Review;
  findings: Finding[];
  /** The number without filters. */
  all: number;
  /** Otherwise the rest is still being read. */
  isWhole: boolean;
  /** The address's search, so that a finding's page steps through the same ones. */
  search: string;
}

/** The filtered findings, most severe first. */
export const FindingList = memo(function FindingList({
  review,
  findings,
  all,
  isWhole,
  search,
}: FindingListProps) {
  const [asked, setAsked] = useState<BulkRequest>();
  const reopen = useReopen();
  const mayDecide = useMay('review:write');
  const chosen = useChosen(findings);
  const { mutate: open } = reopen;
  const rowHref = useCallback(
    (one: Finding) =>
      withSearch(findingHref(review.review_id, one), Object.fromEntries(new URLSearchParams(search))),
    [review.review_id, search],
  );
  const rowActions = useCallback(
    (one: Finding) => <DecideMenu of={one} ask={setAsked} reopen={open} />,
    [open],
  );
  return (
    <>
      {mayDecide && search !== '' && chosen.of.length === 0 && (
        <DecideOnAll findings={findings} ask={setAsked} />
      )}
      <DataTable<Finding>
        label="Findings"
        list={isWhole ? listOf(findings) : { ...listOf(findings, all), hasMore: true, isFetchingMore: true }}
        rowKey={keyOf}
        rowHref={rowHref}
        columns={columns}
        {...(mayDecide && { selection: chosen.selection, rowActions })}
        say={(total) => (total === all ? plural(total, 'finding') : `${plural(total, 'finding')} of ${all}`)}
        empty={
          all > 0 ? (
            <Empty title="No finding matches.">Remove a filter: there are {all}.</Empty>
          ) : (
            <Empty title={noFindingTitle(review)} />
          )
        }
      />
      <DecideOnChosen {...chosen} findings={findings} ask={setAsked} />
      {asked && <TriageDialog {...asked} onDone={chosen.clear} onClose={() => setAsked(undefined)} />}
    </>
  );
});

interface MenuProps {
  of: Finding;
  ask: (asked: BulkRequest) => void;
  reopen: (one: Finding) => void;
}

function DecideMenu({ of, ask, reopen }: MenuProps) {
  return (
    <ActionMenu
      label={`Decide on ${of.title}`}
      actions={
        of.status === 'suppressed'
          ? [{ label: 'Reopen', run: () => reopen(of) }]
          : [
              { label: 'Accept …', run: () => ask({ of: [of], as: 'accepted' }) },
              { label: 'False positive …', run: () => ask({ of: [of], as: 'false positive' }) },
            ]
      }
    />
  );
}

export function findingHref(reviewId: string, one: Pick<Finding, 'id'>): string {
  return to`reviews/${reviewId}/findings/${one.id}`;
}

export function FindingStatus({ of: { status } }: { of: Pick<Finding, 'status'> }) {
  const tone = status === 'new' ? 'busy' : 'plain';
  return <Status state={status} tone={tone} label={statusLabels[status] ?? status} />;
}

/** The status, and below it who is on it and the number of comments. */
function StatusAndAssignee({ of }: { of: Finding }) {
  const { acknowledged, comments } = of;
  const more = [acknowledged && onItText(acknowledged), comments > 0 && plural(comments, 'comment')];
  const text = more.filter(Boolean).join(', ');
  return (
    <span className="two-lines">
      <FindingStatus of={of} />
      {text !== '' && <span className="quiet">{text}</span>}
    </span>
  );
}

const columns: Column<Finding>[] = [
  { title: 'Finding', width: '2.6fr', cell: (one) => one.title },
  { title: 'Severity', width: '0.8fr', cell: (one) => <SeverityBadge severity={one.severity} /> },
  {
    title: 'Location and rule',
    width: '2.2fr',
    cell: ({ file, line, rule_id: rule }) => (
      <span className="two-lines">
        <code>
          {file}:{line}
        </code>
        <code className="quiet">{rule}</code>
      </span>
    ),
  },
  { title: 'Status', width: '1.2fr', cell: (one) => <StatusAndAssignee of={one} /> },
  {
    title: 'Patch',
    width: '0.6fr',
    cell: (one) => (one.patch === null ? <span className="quiet">–</span> : 'Ready'),
  },
];

/** What an empty list means: an all-clear only if every agent has looked. */
export function noFindingTitle(review: Review): string {
  const { status, progress, origin } = review;
  const done = `${progress.completed} of ${progress.total} agents are done`;
  if (status === 'queued') return 'Not started yet: the review is queued.';
  if (isUnderWay(review)) return `Nothing so far: ${done}.`;
  if (status === 'failed') return 'The review failed, so nothing is known.';
  if (origin === 'sarif') return 'The imported report has no findings.';
  if (progress.completed < progress.total)
    return `The agents that succeeded found nothing, but not all succeeded: ${done}, ${progress.failed} failed.`;
  return `Nothing was found: ${done}.`;
}
