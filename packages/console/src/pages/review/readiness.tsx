import { ChevronRight } from 'lucide-react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { type PageProps, to, useFilters, withSearch } from '../../app/router.tsx';
import { plural, words } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { Status, type Tone } from '../../parts/status.tsx';
import { ApplicationFrame, NotAnalysed } from './application-frame.tsx';
import { Gauge } from './gauge.tsx';

type Readiness = Answer<'getCloudReadiness'>;
type Kind = 'cloud' | 'library' | 'mesh';

const cloud = { id: 'cloud', label: 'Cloud', says: 'to run in a cloud' } as const;
const kinds: { id: Kind; label: string; says: string }[] = [
  cloud,
  { id: 'library', label: 'Library', says: 'to be used as a library' },
  { id: 'mesh', label: 'Service mesh', says: 'to run in a service mesh' },
];
const operations = {
  cloud: 'getCloudReadiness',
  library: 'getLibraryReadiness',
  mesh: 'getMeshReadiness',
} as const;

/** Readiness, the most valuable improvements, and all checks behind the score. */
export function ReadinessPage({ params: { id = '' }, search }: PageProps) {
  const [filters] = useFilters(search);
  const kind = kinds.find((one) => one.id === filters.kind) ?? cloud;
  return (
    <ApplicationFrame id={id} part="readiness">
      {({ readiness, ...application }) =>
        readiness ? (
          <>
            <nav className="gauge-nav" aria-label="Ready for">
              {kinds.map(({ id: one, label }) => (
                <a
                  key={one}
                  className="card gauge-link"
                  href={withSearch(to`review/${id}/readiness`, { kind: one })}
                  aria-current={one === kind.id ? 'page' : undefined}
                >
                  <Gauge label={`Ready for ${label}`} {...readiness[one]} />
                  {label}
                </a>
              ))}
            </nav>
            <OneKind id={id} kind={kind.id} says={kind.says} />
          </>
        ) : (
          <NotAnalysed of={{ ...application, readiness }} />
        )
      }
    </ApplicationFrame>
  );
}

function OneKind({ id, kind, says }: { id: string; kind: Kind; says: string }) {
  const readiness = useRead(operations[kind], { params: { id } });
  return (
    <Shown of={readiness} lines={8}>
      {(found) => (
        <>
          {found.caps.map((cap) => (
            <p className="note warn above-table" key={cap.id}>
              The score cannot rise above {cap.max_score}: {cap.reason}
            </p>
          ))}
          {found.confidence === 'partial' && (
            <p className="note above-table">
              Not everything could be checked, so the true score may be lower.
            </p>
          )}
          <Gains of={found} says={says} />
          <Section title="Every check" lead="The score is the weighted mean of its parts.">
            {found.factors.map((factor) => (
              <Factor key={factor.name} of={factor} />
            ))}
          </Section>
        </>
      )}
    </Shown>
  );
}

const efforts = { S: 'Small step', M: 'Medium step', L: 'Large step' } as const;

function Gains({ of: { recommendations }, says }: { of: Readiness; says: string }) {
  if (recommendations.length === 0) return <p className="note good">Nothing is missing {says}.</p>;
  const most = Math.max(...recommendations.map(({ gain }) => gain));
  return (
    <Section title="Biggest gains" lead={`Ordered by gain for effort, ${says}.`}>
      <ol className="gains">
        {recommendations.map(({ id, gain, effort, text }) => (
          <li key={id}>
            <span className="gain">+{gain < 10 ? gain.toFixed(1) : Math.round(gain)}</span>
            <progress aria-label={`Gain of ${text}`} max={most} value={gain} />
            <span>{text}</span>
            <span className="quiet">{efforts[effort]}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

type CheckStatus = Readiness['factors'][number]['checks'][number]['status'];
const labels: Record<CheckStatus, { tone: Tone; label: string }> = {
  pass: { tone: 'good', label: 'Passed' },
  partial: { tone: 'warn', label: 'In part' },
  fail: { tone: 'bad', label: 'Missing' },
  not_applicable: { tone: 'plain', label: 'Does not apply' },
};

function Factor({ of: { name, weight, score, checks } }: { of: Readiness['factors'][number] }) {
  const open = checks.filter(({ status }) => status === 'fail' || status === 'partial').length;
  return (
    <details className="factor">
      <summary>
        <ChevronRight aria-hidden size={16} />
        <strong>{words(name)}</strong>
        <span className="quiet">weighs {Math.round(weight * 100)} %</span>
        {score === null ? (
          <span className="quiet">does not apply</span>
        ) : (
          <>
            <progress aria-label={`${words(name)}: ${score} of 100`} max={100} value={score} />
            <span>{score} of 100</span>
            <span className="quiet">{open > 0 ? `${plural(open, 'check')} open` : 'all passed'}</span>
          </>
        )}
      </summary>
      <ul className="check-list">
        {checks.map((check) => (
          <li key={check.id}>
            <Status state={check.status} {...labels[check.status]} />
            <span>
              <strong>{words(check.id)}</strong>
              {check.recommendation && <> – {check.recommendation}</>}
              {check.evidence.length > 0 && (
                <span className="quiet">
                  {' '}
                  {check.evidence
                    .slice(0, 3)
                    .map(({ file, line }) => `${file}:${line}`)
                    .join(', ')}
                  {check.evidence.length > 3 && ` and ${check.evidence.length - 3} more`}
                </span>
              )}
            </span>
            <span className="quiet">
              {check.points} of {check.weight}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
