import { type PageProps, to, withSearch } from '../../app/router.tsx';
import { Acknowledge } from '../../parts/acknowledge.tsx';
import { CopyText } from '../../parts/button.tsx';
import { History } from '../../parts/deeds.tsx';
import { fileName } from '../../parts/download.ts';
import { words } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { WithCode } from '../../parts/with-code.tsx';
import { useApplication } from './application-frame.tsx';
import { FindingComments } from './finding-comments.tsx';
import { FindingDecision } from './finding-decision.tsx';
import { FindingStatus } from './finding-list.tsx';
import { Flow } from './flow.tsx';
import { linesAround } from './known-lines.ts';
import { Neighbours } from './neighbours.tsx';
import { Patch } from './patch.tsx';
import { reviewCrumbs, useReview } from './review-frame.tsx';
import { agentName } from './review-words.tsx';
import { RuleLink } from './rule-link.tsx';
import { SeverityBadge } from './severity.tsx';
import { SourceLines } from './source-lines.tsx';
import { announceDecision, type Finding, useFindings } from './use-findings.ts';

/** One finding: the problem, why it matters, its location and data flow, and the fix. */
export function FindingPage({ params: { id = '', finding: findingId = '' }, search }: PageProps) {
  const review = useReview(id);
  const application = useApplication(review.data?.application_id);
  const found = useFindings(review.data);
  const all = found.data?.findings ?? [];
  const filters = Object.fromEntries(search);
  const finding = all.find((one) => one.id === findingId);
  const name = application.data?.name ?? 'Application';
  const back = withSearch(to`reviews/${id}`, filters);
  return (
    <>
      <PageHead
        title={finding?.title ?? 'Finding'}
        crumbs={[...reviewCrumbs(review.data, name), { label: 'Findings', href: back }]}
        beside={
          finding && (
            <>
              <SeverityBadge severity={finding.severity} />
              <FindingStatus of={finding} />
            </>
          )
        }
        actions={finding && <Neighbours reviewId={id} of={finding} all={all} filters={filters} />}
      />
      {finding ? (
        <Whole of={finding} all={all} />
      ) : (review.error ?? found.error) ? (
        <Failure error={review.error ?? found.error} />
      ) : found.data ? (
        <Empty
          title="This review has no such finding, or no longer has it."
          action={<a href={back}>All of its findings</a>}
        />
      ) : (
        <Loading lines={8} />
      )}
    </>
  );
}

function Whole({ of, all }: { of: Finding; all: readonly Finding[] }) {
  const lines = linesAround(of, all);
  return (
    <div className="finding">
      <div className="finding-main">
        <FindingDecision of={of} />
        <Acknowledge
          of={of.acknowledged}
          title={`Acknowledge “${of.title}”`}
          operation="acknowledgeFinding"
          params={{ fingerprint: of.fingerprint }}
          scope="review:write"
          onDone={announceDecision}
        />
        <Section title="Why it matters">
          <p>
            <WithCode text={of.description} />
          </p>
        </Section>
        {lines.length > 0 && (
          <Section title="Where">
            <p className="patch-file">
              <code>
                {of.file}:{of.line}
              </code>
            </p>
            <SourceLines file={of.file} lines={lines} label={`Code of ${of.file}`} />
          </Section>
        )}
        {of.evidence.length > 0 && (
          <Section title="How the data gets there" lead={pathLead(of)}>
            <Flow evidence={of.evidence} label="From source to sink" />
          </Section>
        )}
        <Section title="How to fix it">
          <p>
            <WithCode text={of.recommendation} />
          </p>
          <Fix of={of} />
        </Section>
        <FindingComments of={of} />
        <History of={of.id} />
      </div>
      <aside aria-label="About the finding">
        <FindingFacts of={of} />
      </aside>
    </div>
  );
}

function pathLead({ evidence }: Finding): string {
  const files = new Set(evidence.map(({ file }) => file)).size;
  return files === 1 ? 'Show all is in one file.' : `It goes over ${files} files.`;
}

const gates: Record<keyof NonNullable<Finding['patch_checks']>, string> = {
  applies: 'it applies',
  parses: 'the code still parses',
  resolves: 'the finding is gone with it',
  no_new: 'it brings no new finding',
};

function Fix({ of: { patch, patch_checks: checks, title, rule_id: rule, id } }: { of: Finding }) {
  if (patch !== null) {
    return (
      <>
        <p className="quiet">Tested on a copy of the code: {Object.values(gates).join(', ')}.</p>
        <Patch
          text={patch}
          label={`Patch for ${title}`}
          name={fileName(`${rule}-${id.slice(-8)}`, '.patch')}
        />
      </>
    );
  }
  const failed = checks && Object.entries(gates).find(([gate]) => !checks[gate as keyof typeof gates]);
  if (failed)
    return <p className="quiet">A patch was tested and is not shown. It failed this check: {failed[1]}.</p>;
  return <p className="quiet">There is no patch.</p>;
}

function FindingFacts({ of }: { of: Finding }) {
  const { package: flawed } = of;
  const cwe = of.cwe.map((one) => (
    <a
      key={one}
      href={`https://cwe.mitre.org/data/definitions/${one.replace(/\D/g, '')}.html`}
      target="_blank"
      rel="noreferrer"
    >
      {one}
    </a>
  ));
  const others = of.references.filter((one) => !one.includes('cwe.mitre.org') && /^https?:/.test(one));
  return (
    <Facts
      of={{
        Rule: <RuleLink id={of.rule_id} />,
        Category: words(of.category),
        'Found by': of.agents.map(agentName).join(', '),
        Confidence: `${Math.round(of.confidence * 100)} %`,
        ...(of.driver === 'llm' && {
          'Language model': 'It found this. A second call tried to refute it and failed.',
        }),
        Weakness: cwe.length > 0 ? <span className="links">{cwe}</span> : undefined,
        Package: flawed && `${flawed.name} ${flawed.version} (${flawed.ecosystem})`,
        'Fixed in': flawed && (flawed.fixed_version ?? 'No version yet'),
        Imported: flawed && (flawed.imported === null ? 'Unknown' : flawed.imported ? 'Yes' : 'No'),
        Advisories: flawed?.advisories.join(', '),
        'Read more':
          others.length > 0 ? (
            <span className="links">
              {others.map((one) => (
                <a key={one} href={one} target="_blank" rel="noreferrer">
                  {new URL(one).hostname}
                </a>
              ))}
            </span>
          ) : undefined,
        Id: <CopyText text={of.id} label="id" />,
      }}
    />
  );
}
