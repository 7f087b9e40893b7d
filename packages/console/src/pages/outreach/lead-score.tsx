import { useRead } from '../../api/read.ts';
import { Time, words } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import type { Lead } from './words.tsx';

const advice: Record<string, string> = {
  contact_now: 'Write to them now.',
  enrich_first: 'Find out more first.',
  nurture: 'Keep in touch.',
  do_not_contact: 'Suppression list to them.',
};

const components = ['fit', 'intent', 'engagement'] as const;

/** The score as the sum of its reasons, with evidence. */
export function LeadScore({ lead }: { lead: Lead }) {
  const isScored = lead.score !== null;
  const score = useRead('getLeadScore', { params: { id: lead.id } }, { enabled: isScored });
  return (
    <Section title="Score">
      {isScored ? (
        <Shown of={score}>
          {({ score: points, tier, recommendation, reasons, breakdown, weights, scored_at: at }) => (
            <>
              <p>
                <strong>
                  {points}, tier {tier}.
                </strong>{' '}
                {advice[recommendation]}{' '}
                <span className="quiet">
                  Scored <Time at={at} />
                </span>
              </p>
              <p className="quiet">
                {components
                  .map(
                    (name) => `${words(name)} ${breakdown[name]} counts ${Math.round(weights[name] * 100)} %`,
                  )
                  .join(', ')}
                .
              </p>
              <ul className="reasons">
                {reasons.map(({ component, rule, points: worth, evidence }) => (
                  <li key={`${component} ${rule}`}>
                    <strong>{worth > 0 ? `+${worth}` : worth}</strong> {evidence}{' '}
                    <span className="quiet">({component})</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Shown>
      ) : (
        <p className="quiet">No score yet. “Score” adds up points from what is known, each with a reason.</p>
      )}
    </Section>
  );
}
