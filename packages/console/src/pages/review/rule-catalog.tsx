import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useList } from '../../api/read.ts';
import { type PageProps, useFilters } from '../../app/router.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Choice } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { plural, words } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { ruleHref } from './rule-link.tsx';
import { RulesNav, rulesCrumbs } from './rules-nav.tsx';
import { severities } from './severities.ts';
import { SeverityBadge } from './severity.tsx';
import { choiceOf, useOwnRules } from './use-rules.ts';

type Rule = ItemOf<'listReviewRules'>;

const severityOptions = [{ id: '', label: 'Any' }, ...severities.map((id) => ({ id, label: words(id) }))];

/** All built-in rules, with the organization's settings for them. */
export function RuleCatalogPage({ search }: PageProps) {
  const [filters, change] = useFilters(search);
  const { q, severity } = filters;
  const list = useList('listReviewRules', {
    query: {
      ...(q?.trim() && { q: q.trim() }),
      ...(severity && { severity: severity as Rule['severity'] }),
    },
  });
  const { check } = useOwnRules();
  const choice = ({ rule_id: id }: Rule) => choiceOf(check.answer, id);
  return (
    <>
      <PageHead
        title="All rules"
        crumbs={rulesCrumbs}
        lead="The built-in rules of a review. Each explains why it matters and shows vulnerable and safe code."
      />
      <RulesNav here="#/review/rules/all" />
      <FilterBox set={{ q, severity }}>
        <TextInput
          label="Text"
          type="search"
          value={q ?? ''}
          onChange={(text) => change({ q: text })}
          placeholder="Cookie, injection, CWE-89 …"
        />
        <Choice
          label="Severity"
          value={severity ?? ''}
          onChange={(value) => change({ severity: value })}
          options={severityOptions}
        />
      </FilterBox>
      <DataTable<Rule>
        label="Rules"
        list={list}
        rowKey={(one) => one.rule_id}
        rowHref={(one) => ruleHref(one.rule_id)}
        columns={[
          { title: 'Rule', width: '2fr', cell: (one) => one.name },
          { title: 'Id', width: '1.6fr', cell: (one) => <code>{one.rule_id}</code> },
          {
            title: 'Severity',
            cell: (one) => <SeverityBadge severity={choice(one).severity ?? one.severity} />,
          },
          { title: 'Weakness', width: '0.8fr', cell: (one) => one.cwe ?? '–' },
          { title: 'With you', cell: (one) => <WithYou {...choice(one)} /> },
        ]}
        say={(total) => plural(total, 'rule')}
        empty={<Empty title="No rule matches.">Try fewer words, or another severity.</Empty>}
      />
    </>
  );
}

function WithYou({ isOff, severity }: ReturnType<typeof choiceOf>) {
  if (isOff) return <Status state="off" label="Switched off" tone="warn" />;
  return severity === undefined ? <span className="quiet">As it is</span> : <>Rated {severity}</>;
}
