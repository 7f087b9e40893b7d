import { useState } from 'react';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useMay } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { Choice, type Option } from '../../parts/fields.tsx';
import { words } from '../../parts/format.tsx';
import { type Severity, severities } from './severities.ts';
import { choicesFor, useOwnRules, useRuleChoice } from './use-rules.ts';

type Rule = ItemOf<'listReviewRules'>;

const MAX_COUNT = 100;

/** The rule's settings for single applications: disabled there, or another severity. */
export function ForApplications({ rule: { rule_id: id } }: { rule: Rule }) {
  const mayChange = useMay('review:write');
  const { check } = useOwnRules();
  const applications = useRead('listApplications', { query: { limit: MAX_COUNT } });
  const [added, setAdded] = useState<string>();
  const set = choicesFor(check.answer, id);
  const names = new Set((applications.data?.applications ?? []).map(({ name }) => name));
  const known = new Set(set.map(({ name }) => name));
  const shown = [
    ...set,
    ...(added !== undefined && !known.has(added) ? [{ name: added, isOff: false, severity: undefined }] : []),
  ];
  const others = [...names].filter((name) => !known.has(name) && name !== added).sort();
  if (!mayChange && shown.length === 0) return null;
  return (
    <section className="for-applications" aria-label="For single applications">
      <h2>For single applications</h2>
      {shown.map(({ name, isOff, severity }) => (
        <OfApplication key={name} id={id} name={name} value={isOff ? OFF : (severity ?? '')} />
      ))}
      {mayChange && others.length > 0 && (
        <Choice
          label={shown.length === 0 ? 'Otherwise in' : 'And otherwise in'}
          value=""
          onChange={setAdded}
          options={[
            { id: '', label: 'Choose an application' },
            ...others.map((name) => ({ id: name, label: name })),
          ]}
        />
      )}
      {mayChange && shown.length === 0 && others.length === 0 && (
        <p className="quiet">Once an application is uploaded, the rule can be switched off for it alone.</p>
      )}
    </section>
  );
}

const OFF = 'off';

const options: Option[] = [
  { id: '', label: 'Default' },
  { id: OFF, label: 'Switched off' },
  ...severities.map((one) => ({ id: one, label: `Rated ${words(one).toLowerCase()}` })),
];

function OfApplication({ id, name, value }: { id: string; name: string; value: string }) {
  const mayChange = useMay('review:write');
  const change = useRuleChoice();
  if (!mayChange) {
    return (
      <p>
        {name}: <span className="quiet">{options.find((one) => one.id === value)?.label.toLowerCase()}</span>
      </p>
    );
  }
  const choose = (chosen: string) => {
    const severity = chosen === '' || chosen === OFF ? null : (chosen as Severity);
    change.mutate({ id, application: name, choice: { isOff: chosen === OFF, severity } });
  };
  return <Choice label={name} value={value} onChange={choose} options={options} />;
}
