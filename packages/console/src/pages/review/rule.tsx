import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useMay } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import type { PageProps } from '../../app/router.tsx';
import { Button, CopyText } from '../../parts/button.tsx';
import { Choice } from '../../parts/fields.tsx';
import { words } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { ForApplications } from './rule-for-applications.tsx';
import { rulesCrumbs } from './rules-nav.tsx';
import { severities } from './severities.ts';
import { SeverityBadge } from './severity.tsx';
import { SourceLines } from './source-lines.tsx';
import { choiceOf, useOwnRules, useRuleChoice } from './use-rules.ts';

type Rule = ItemOf<'listReviewRules'>;

const OWN = 'organization';
const crumbs = [...rulesCrumbs, { label: 'All rules', href: '#/review/rules/all' }];

/** One rule: what it detects, why, weak and safe code, and whether it is enabled. */
export function RulePage({ params: { family = '', rule = '' } }: PageProps) {
  const id = `${family}/${rule}`;
  if (family === OWN) return <OwnRule id={id} />;
  return <BuiltIn id={id} />;
}

function BuiltIn({ id }: { id: string }) {
  const found = useRead('listReviewRules', { query: { rule_id: id } });
  const { check } = useOwnRules();
  const one = found.data?.rules[0];
  const choice = choiceOf(check.answer, id);
  return (
    <>
      <PageHead
        title={one?.name ?? id}
        crumbs={crumbs}
        beside={
          one && (
            <>
              <SeverityBadge severity={choice.severity ?? one.severity} />
              {choice.isOff && <Status state="off" label="Switched off" tone="warn" />}
            </>
          )
        }
        actions={one && <SwitchButton rule={one} choice={choice} />}
      />
      <Shown of={found} lines={8}>
        {({ rules: [rule] }) =>
          rule === undefined ? (
            <Empty title="There is no such rule." action={<a href="#/review/rules/all">All rules</a>}>
              A finding of another scanner keeps its own rule name.
            </Empty>
          ) : (
            <Whole of={rule} choice={choice} />
          )
        }
      </Shown>
    </>
  );
}

interface WithYou {
  rule: Rule;
  choice: ReturnType<typeof choiceOf>;
}

function SwitchButton({ rule: { rule_id: id }, choice: { isOff } }: WithYou) {
  const mayChange = useMay('review:write');
  const change = useRuleChoice();
  if (!mayChange) return null;
  return (
    <Button isBusy={change.isPending} onPress={() => change.mutate({ id, choice: { isOff: !isOff } })}>
      {isOff ? 'Switch on' : 'Switch off'}
    </Button>
  );
}

function Rating({ rule: { rule_id: id, severity }, choice }: WithYou) {
  const mayChange = useMay('review:write');
  const change = useRuleChoice();
  if (!mayChange) return null;
  const options = [
    { id: '', label: `${words(severity)}, by default` },
    ...severities.filter((one) => one !== severity).map((one) => ({ id: one, label: words(one) })),
  ];
  const rate = (value: string) =>
    change.mutate({ id, choice: { severity: value === '' ? null : (value as Rule['severity']) } });
  return <Choice label="Rated here as" value={choice.severity ?? ''} onChange={rate} options={options} />;
}

function Whole({ of, choice }: { of: Rule; choice: WithYou['choice'] }) {
  return (
    <div className="finding">
      <div className="finding-main">
        <Section title="What it looks for">
          <p>{of.description}</p>
          <p className="quiet">{of.why}</p>
        </Section>
        {of.examples.map((one) => (
          <Example key={one.file} of={one} isOneOfSeveral={of.examples.length > 1} />
        ))}
        <Section title="How to fix it">
          <p>{of.recommendation}</p>
        </Section>
      </div>
      <aside aria-label="About the rule">
        <Rating rule={of} choice={choice} />
        <ForApplications rule={of} />
        <Facts
          of={{
            Id: <CopyText text={of.rule_id} label="id" />,
            Severity: words(of.severity),
            Weakness: of.cwe,
            'OWASP Top 10': of.owasp,
            'Read more':
              of.references.length > 0 ? (
                <span className="links">
                  {of.references.map((one) => (
                    <a key={one} href={one} target="_blank" rel="noreferrer">
                      {new URL(one).hostname}
                    </a>
                  ))}
                </span>
              ) : undefined,
          }}
        />
      </aside>
    </div>
  );
}

interface ExampleProps {
  of: Rule['examples'][number];
  isOneOfSeveral: boolean;
}

function Example({ of: { file, weak, safe }, isOneOfSeveral }: ExampleProps) {
  const where = isOneOfSeveral ? ` in ${file}` : '';
  const linesOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line, at) => ({ number: at + 1, text: line }));
  return (
    <>
      <Section title={`Vulnerable code${where}`} lead="The rule finds it.">
        <SourceLines file={file} lines={linesOf(weak)} label={`Code that the rule finds${where}`} />
      </Section>
      <Section title={`Safe code${where}`} lead="Similar code that the rule accepts.">
        <SourceLines file={file} lines={linesOf(safe)} label={`Code that the rule accepts${where}`} />
      </Section>
    </>
  );
}

/** A rule written by the organization. */
function OwnRule({ id }: { id: string }) {
  const { rules, check } = useOwnRules();
  const one = check.answer?.rules.find(({ rule_id: known }) => known === id);
  return (
    <>
      <PageHead
        title={id}
        crumbs={rulesCrumbs}
        beside={one && <SeverityBadge severity={one.severity} />}
        lead="A rule of your organization."
      />
      <Shown of={{ ...rules, data: check.answer }}>
        {() =>
          one === undefined ? (
            <Empty title="The rule no longer exists." action={<a href="#/review/rules">Custom rules</a>}>
              Earlier reviews keep its findings.
            </Empty>
          ) : (
            <>
              <p>{one.message}</p>
              <Facts
                of={{
                  Languages: one.languages.join(', '),
                  Category: words(one.category),
                  'Looks for': one.mode === 'taint' ? 'Data from a source to a sink' : 'A code pattern',
                  Text: <a href="#/review/rules">View and edit</a>,
                }}
              />
            </>
          )
        }
      </Shown>
    </>
  );
}
