import { ArrowUpFromLine } from 'lucide-react';
import { useState } from 'react';
import { type Answer, useApi, useMay } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { type PageProps, to } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { plural, Time, words } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { useApplication } from './application-frame.tsx';
import { Maturity } from './components.tsx';
import { Score } from './gauge.tsx';
import { PromoteDialog } from './promote-dialog.tsx';
import { SeverityBar } from './severity.tsx';

export type Component = Answer<'getComponent'>;

/** One component: its reusability, level and promotion history. */
export function ComponentPage({ params: { id = '' } }: PageProps) {
  const component = useRead('getComponent', { params: { id } });
  const { data } = component;
  const application = useApplication(data?.application_id);
  const crumbs = [{ label: 'Review', href: '#/review' }];
  if (data) {
    const root = to`review/${data.application_id}`;
    crumbs.push({ label: application.data?.name ?? 'Application', href: root });
    crumbs.push({ label: 'Components', href: `${root}/components` });
  }
  return (
    <>
      <PageHead
        title={data?.name ?? 'Component'}
        crumbs={crumbs}
        beside={data && <Maturity level={data.maturity} version={data.version} />}
        actions={data && <Actions of={data} />}
      />
      <Shown of={component} lines={6}>
        {(found) => (
          <>
            <ComponentFacts of={found} />
            <Section title="How reusable it is">
              <ScoreFactors of={found} />
            </Section>
            <Dependencies of={found} />
            <History of={found} />
          </>
        )}
      </Shown>
    </>
  );
}

function Actions({ of }: { of: Component }) {
  const api = useApi();
  const [open, setOpen] = useState<'promote' | 'deprecate'>();
  const close = () => setOpen(undefined);
  const deprecate = useWrite(() => api.deprecateComponent({ params: { id: of.id }, body: {} }), {
    shows: { operation: 'deprecateComponent', params: { id: of.id }, body: {}, title: 'Deprecate it' },
    done: () => `${of.name} is deprecated.`,
  });
  if (!useMay('review:write') || of.maturity === 'deprecated') return null;
  return (
    <>
      <Button kind="main" icon={ArrowUpFromLine} onPress={() => setOpen('promote')}>
        Promote
      </Button>
      <Button kind="danger" onPress={() => setOpen('deprecate')}>
        Deprecate
      </Button>
      {open === 'promote' && <PromoteDialog of={of} onClose={close} />}
      <Confirm
        title={`Deprecate ${of.name}?`}
        action="Deprecate"
        name={of.name}
        isOpen={open === 'deprecate'}
        onClose={close}
        onConfirm={() => deprecate.mutate()}
      >
        It cannot be promoted any more. Subscribers are notified.
      </Confirm>
    </>
  );
}

function ComponentFacts({ of }: { of: Component }) {
  return (
    <Facts
      of={{
        Reusable: <Score of={of.reusability_score} />,
        Kind: words(of.kind),
        Folder: of.path === '' ? 'The whole archive' : <code>{of.path}</code>,
        Code: `${of.language ?? 'No code'}, ${plural(of.lines_code, 'line')}`,
        Findings: <SeverityBar of={of.findings} />,
        License: of.license ?? 'Unknown',
        Tests: of.has_tests ? testsOf(of) : 'None',
        Documentation: of.has_docs ? 'Yes' : 'None',
        'Import cycles': of.in_cycle ? 'Part of one' : 'None',
      }}
    />
  );
}

function testsOf({ line_coverage: coverage, test_to_code_ratio: ratio }: Component): string {
  if (coverage !== null) return `${coverage} % of lines covered`;
  return `${Math.round(ratio * 100)} lines of tests to 100 of code`;
}

const factors: [keyof Component['score_factors'], string, number][] = [
  ['isolation', 'Few imports of other components', 25],
  ['api_clarity', 'Small, documented exports', 20],
  ['tests', 'Tested', 20],
  ['docs', 'README and documented exports', 15],
  ['simplicity', 'Simple functions', 10],
  ['adoption', 'Used by other components', 10],
];

function ScoreFactors({ of }: { of: Component }) {
  return (
    <ul className="gains">
      {factors.map(([name, text, weight]) => (
        <li key={name}>
          <span className="gain">{of.score_factors[name]}</span>
          <progress
            aria-label={`${text}: ${of.score_factors[name]} of 100`}
            max={100}
            value={of.score_factors[name]}
          />
          <span>{text}</span>
          <span className="quiet">weighs {weight} %</span>
        </li>
      ))}
    </ul>
  );
}

function Dependencies({ of: { dependencies } }: { of: Component }) {
  const { internal, external, dependents } = dependencies;
  if (internal.length + external.length + dependents.length === 0) return null;
  return (
    <Section title="Dependencies">
      <Facts
        of={{
          'Uses of this application': internal.join(', '),
          'Uses packages': external
            .map(({ name, version }) => (version ? `${name} ${version}` : name))
            .join(', '),
          'Used by': dependents.join(', '),
        }}
      />
    </Section>
  );
}

function History({ of: { promotion_history: history, created_at: at } }: { of: Component }) {
  return (
    <Section title="Levels so far">
      <ol className="timeline">
        {history.toReversed().map((one) => (
          <li key={one.at} className={one.maturity_level === 'deprecated' ? '' : 'good'}>
            <strong>
              {words(one.maturity_level)}
              {one.version && ` ${one.version}`}
            </strong>
            , was {one.previous_maturity_level}
            {one.previous_version && ` ${one.previous_version}`} <Time at={one.at} />
            {one.reason && <p className="quiet">{one.reason}</p>}
          </li>
        ))}
        <li>
          Found by the analysis <Time at={at} />
        </li>
      </ol>
    </Section>
  );
}
