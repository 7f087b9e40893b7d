import { severities } from '@trivium/scanner';
import { type Static, Type } from 'typebox';
import { named } from '../../../kit/http/index.ts';
import type { CheckedRules, RuleChoices } from './checked-rules.ts';

const severity = Type.String({ enum: [...severities], description: 'How its findings are rated.' });
const ruleId = Type.String({ description: 'As findings name it, such as `organization/no-legacy-client`.' });

const choices = {
  disabled: Type.Array(Type.String(), { description: 'Ids of rules that are switched off.' }),
  severities: Type.Array(named('ReviewRuleRating', Type.Object({ rule_id: ruleId, severity })), {
    description: 'Rules that are rated otherwise.',
  }),
};

export const rulesCheck = named(
  'ReviewRulesCheck',
  Type.Object({
    valid: Type.Boolean({ description: 'Whether they can be set as they are.' }),
    problems: Type.Array(
      named(
        'ReviewRuleProblem',
        Type.Object({
          line: Type.Integer({ description: 'From 1.' }),
          field: Type.String({ description: 'Such as `rules[2].patterns[0].pattern`; empty: the whole.' }),
          message: Type.String({ description: 'What is wrong, in a sentence.' }),
        }),
      ),
      { description: 'At most 50, by line.' },
    ),
    rules: Type.Array(
      named(
        'CheckedReviewRule',
        Type.Object({
          rule_id: ruleId,
          severity,
          category: Type.String({ description: 'Where its findings are told.' }),
          mode: Type.Enum(['search', 'taint'], {
            type: 'string',
            description: '`taint`: it follows data from sources to sinks.',
          }),
          languages: Type.Array(Type.String(), { description: 'Languages that it looks at.' }),
          message: Type.String({ description: 'What its findings say.' }),
        }),
      ),
      { description: 'The rules that are valid.' },
    ),
    ...choices,
    repositories: Type.Array(
      named(
        'ReviewRepositoryRules',
        Type.Object({
          name: Type.String({ description: 'Name of the applications that it holds for.' }),
          ...choices,
        }),
      ),
      { description: 'What holds besides for applications of a name.' },
    ),
  }),
);

export function toCheck({
  rules,
  problems,
  settings,
  repositories,
}: CheckedRules): Static<typeof rulesCheck> {
  return {
    valid: problems.length === 0,
    problems: problems.map(({ line, field, message }) => ({ line, field, message })),
    rules: rules.map(({ ruleId: id, ...rule }) => ({ rule_id: id, ...rule })),
    ...toChoices(settings),
    repositories: Object.entries(repositories).map(([name, given]) => ({ name, ...toChoices(given) })),
  };
}

function toChoices({ disabled, severity: given }: RuleChoices) {
  return {
    disabled,
    severities: Object.entries(given).map(([id, rated]) => ({ rule_id: id, severity: rated })),
  };
}
