import { Check, TriangleAlert, X } from 'lucide-react';
import { words } from '../../parts/format.tsx';
import { guardText } from './words.tsx';

export interface GuardCheck {
  rule: string;
  result: string;
  detail: string;
}

const names: Record<string, string> = {
  suppression: 'May be written to',
  unsubscribe_link: 'Link to unsubscribe',
  one_click_header: 'One-click unsubscribe',
  postal_address: 'Postal address',
  honest_subject: 'Honest subject',
  honest_from: 'Honest sender',
  legal_basis: 'Legal basis',
  unresolved_variables: 'Every name has a value',
  claims_without_evidence: 'Claims with evidence',
  header_injection: 'Clean headers',
  quiet_hours: 'Not in the night',
};

/** The compliance guard's checks, problems first. */
export function Checks({ of, isPast = false }: { of: GuardCheck[]; isPast?: boolean }) {
  const wrong = of.filter(({ result }) => result !== 'passed');
  const isBlocked = wrong.some(({ result }) => result === 'blocked');
  const verdict = isBlocked
    ? `This mail ${isPast ? 'was' : 'would be'} held back.`
    : isPast
      ? 'The guard let this mail pass.'
      : wrong.length > 0
        ? 'This mail may be sent, but look at this first.'
        : 'This mail may be sent.';
  return (
    <div className="form" role="status">
      <p className={`note ${isBlocked ? 'bad' : wrong.length > 0 ? 'warn' : 'good'}`}>{verdict}</p>
      <ul className="guard-checks">
        {[...wrong, ...of.filter(({ result }) => result === 'passed')].map(({ rule, result, detail }) => (
          <li key={rule} className={result}>
            {result === 'passed' ? <Check aria-hidden size={15} /> : null}
            {result === 'warning' ? <TriangleAlert aria-hidden size={15} /> : null}
            {result === 'blocked' ? <X aria-hidden size={15} /> : null}
            <span>
              <strong>{names[rule] ?? words(rule)}</strong>
              {result !== 'passed' && <span className="unseen">: {result}</span>}
              {detail && <span className="quiet"> {guardText(detail)}</span>}
              {result === 'blocked' && rule === 'unresolved_variables' && (
                <span className="quiet"> {defaultFor(detail)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Suggests a default for leads without the value. */
function defaultFor(detail: string): string {
  const name = /^Nothing stands for `([\p{L}\p{N}_.]+)`/u.exec(detail)?.[1];
  return name === undefined ? '' : `Give a default: {{ ${name} | default: "…" }}`;
}
