import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PageProps } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { exactTime, plural, words } from '../../parts/format.tsx';
import { Facts } from '../../parts/page.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { WithCode } from '../../parts/with-code.tsx';
import { useApplication } from './application-frame.tsx';
import { noFindingTitle } from './finding-list.tsx';
import { Grade } from './gauge.tsx';
import { Patch } from './patch.tsx';
import { ReviewFrame } from './review-frame.tsx';
import { openOf } from './review-words.tsx';
import { formatCounts, SeverityBadge } from './severity.tsx';
import { type Finding, isUnderWay, keyOf, type Review, statusLabels, useFindings } from './use-findings.ts';

/** The whole review for printing, or saving as PDF from the browser's print dialog. */
export function ReportPage({ params: { id = '' } }: PageProps) {
  return (
    <ReviewFrame id={id} part="report">
      {(review, name) => <Report of={review} name={name} />}
    </ReviewFrame>
  );
}

function Report({ of, name }: { of: Review; name: string }) {
  const found = useFindings(of);
  const application = useApplication(of.application_id);
  const isPrinted = useIsPrinted();
  if (isUnderWay(of))
    return <Empty title="Not yet.">The report can be printed when the agents have finished.</Empty>;
  if (found.error) return <Failure error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <Loading lines={8} />;
  const shown = found.data.findings.filter(({ status }) => status !== 'suppressed');
  const aside = found.data.findings.length - shown.length;
  const drawn = isPrinted ? shown : shown.slice(0, MAX_DRAWN);
  const { readiness } = application.data ?? {};
  const open = formatCounts(openOf(of));
  return (
    <article className="report" aria-label={`Report on ${name}`}>
      <div className="actions no-print">
        <Button kind="main" icon={Printer} onPress={() => print()}>
          Print, or save as PDF
        </Button>
      </div>
      <Facts
        of={{
          Application: name,
          'Archive (SHA-256)': application.data && <code>{application.data.sha256}</code>,
          Reviewed: of.completed_at && exactTime(of.completed_at),
          'New findings': open === '' ? 'None' : open,
          Suppressed: aside > 0 ? plural(aside, 'finding') : undefined,
          'Code read': of.coverage && `${of.coverage.code_read_percent} %`,
          Agents: `${of.progress.completed} of ${of.progress.total} ended well`,
          Readiness:
            readiness &&
            `Cloud ${readiness.cloud.grade}, library ${readiness.library.grade}, mesh ${readiness.mesh.grade}`,
        }}
      />
      <GradeLine of={of} />
      {shown.length === 0 && <p>{noFindingTitle(of)}</p>}
      {found.data.total > found.data.findings.length && (
        <p className="note warn">
          Only the {found.data.findings.length} most severe findings are shown here.
        </p>
      )}
      {drawn.map((one, at) => (
        <OneFinding key={keyOf(one)} of={one} number={at + 1} />
      ))}
      {drawn.length < shown.length && (
        <p className="note no-print">
          The first {drawn.length} are shown here. All {shown.length.toLocaleString('en-US')} are printed.
        </p>
      )}
    </article>
  );
}

/** Thousands at once would take seconds; the printer gets all. */
const MAX_DRAWN = 100;

/** Whether it was printed, by the button or by the browser. */
function useIsPrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    // The browser prints what stands there when this returns.
    const draw = () => flushSync(() => setPrinted(true));
    addEventListener('beforeprint', draw);
    return () => removeEventListener('beforeprint', draw);
  }, []);
  return isPrinted;
}

function GradeLine({ of }: { of: Review }) {
  const graded = Object.entries(
    of.categories as Record<string, { grade: string | null; score: number | null }>,
  ).flatMap(([category, { grade, score }]) =>
    grade === null || score === null ? [] : [{ category, grade, score }],
  );
  return (
    <p className="grade-row">
      {graded.map(({ category, grade, score }) => (
        <span key={category}>
          {words(category)} <Grade grade={grade} score={score} />
        </span>
      ))}
    </p>
  );
}

function OneFinding({ of, number }: { of: Finding; number: number }) {
  return (
    <section className="report-finding" aria-label={of.title}>
      <h2>
        {number}. {of.title} <SeverityBadge severity={of.severity} />
      </h2>
      <p className="quiet">
        <code>
          {of.file}:{of.line}
        </code>{' '}
        · {of.rule_id} · {statusLabels[of.status]} {of.cwe.length > 0 && `· ${of.cwe.join(', ')}`}
      </p>
      <p>
        <WithCode text={of.description} />
      </p>
      <p>
        <strong>How to fix it:</strong> <WithCode text={of.recommendation} />
      </p>
      {of.patch !== null && <Patch text={of.patch} label={`Patch for ${of.title}`} name="finding.patch" />}
    </section>
  );
}
