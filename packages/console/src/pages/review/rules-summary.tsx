import { Button } from '../../parts/button.tsx';
import { plural } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { RuleLink } from './rule-link.tsx';
import type { RuleChoice } from './rules-text.ts';
import { SeverityBadge } from './severity.tsx';
import type { CheckedRules } from './use-rules.ts';

type Choose = (id: string, choice: RuleChoice) => void;

/** A summary of the rules text, in words. */
export function RulesSummary({ of, onChoice }: { of: CheckedRules; onChoice?: Choose }) {
  const { rules, disabled, severities, repositories } = of;
  if (rules.length + disabled.length + severities.length + repositories.length === 0) {
    return (
      <p className="quiet">
        Nothing is customised yet. Reviews use <a href="#/review/rules/all">the built-in rules</a> unchanged.
      </p>
    );
  }
  return (
    <>
      {rules.length > 0 && <OwnRules of={rules} />}
      {disabled.length > 0 && <SwitchedOff of={disabled} onChoice={onChoice} />}
      {severities.length > 0 && <RatedOtherwise of={severities} onChoice={onChoice} />}
      {repositories.length > 0 && <ForSingle of={repositories} />}
    </>
  );
}

function OwnRules({ of }: { of: CheckedRules['rules'] }) {
  return (
    <Section title={plural(of.length, 'rule of your own', 'rules of your own')}>
      <ul className="rule-list">
        {of.map(({ rule_id: id, severity, languages, message, mode }) => (
          <li key={id}>
            <SeverityBadge severity={severity} />
            <div>
              <code>{id}</code>{' '}
              <span className="quiet">
                {languages.join(', ')}
                {mode === 'taint' && ', follows data'}
              </span>
              <p>{message}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function SwitchedOff({ of, onChoice }: { of: string[]; onChoice: Choose | undefined }) {
  return (
    <Section
      title="Switched off"
      lead="Their findings are listed separately, so that nothing disappears unnoticed."
    >
      <ul className="rule-list">
        {of.map((id) => (
          <li key={id}>
            <RuleLink id={id} />
            {onChoice && (
              <Button aria-label={`Switch ${id} on`} onPress={() => onChoice(id, { isOff: false })}>
                Switch on
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function RatedOtherwise({ of, onChoice }: { of: CheckedRules['severities']; onChoice: Choose | undefined }) {
  return (
    <Section title="Changed severity">
      <ul className="rule-list">
        {of.map(({ rule_id: id, severity }) => (
          <li key={id}>
            <SeverityBadge severity={severity} />
            <RuleLink id={id} />
            {onChoice && (
              <Button aria-label={`Rate ${id} as it was`} onPress={() => onChoice(id, { severity: null })}>
                As it was
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function ForSingle({ of }: { of: CheckedRules['repositories'] }) {
  return (
    <Section title="For single applications">
      <ul className="rule-list">
        {of.map(({ name, disabled, severities }) => (
          <li key={name}>
            <div>
              <strong>{name}</strong>
              {disabled.length > 0 && <p>Switched off: {disabled.join(', ')}</p>}
              {severities.length > 0 && (
                <p>Rated: {severities.map(({ rule_id: id, severity }) => `${id} ${severity}`).join(', ')}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
