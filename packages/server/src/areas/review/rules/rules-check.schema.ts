import { severities } from '@trivium/scanner';
import { type Static, Type } from 'typebox';
import { named } from '../../../kit/http/index.ts';
import type { CheckedRules, RuleChoices } from './checked-rules.ts';

const severity = Type.String({ enum: [...severities], description: 'Severity of its findings.' });
const ruleId = Type.String({ description: 'Its id in findings, such as `organization/no-legacy-client`.' });

const choices = {
  disabled: Type.Array(Type.String(), { description: 'Ids of disabled rules.' }),
  severities: Type.Array(named('ReviewRuleRating', Type.Object({ rule_id: ruleId, severity })), {
    description: 'Rules with another severity.',
  }),
};

export const rulesCheck = named(
  'ReviewRulesCheck',
  Type.Object({
    valid: Type.Boolean({ description: 'Whether they can be set unchanged.' }),
    problems: Type.Array(
      named(
        'ReviewRuleProblem',
        Type.Object({
          line: Type.Integer({ description: 'From 1.' }),
          field: Type.String({
            description: 'Such as `rules[2].patterns[0].pattern`; empty: the whole text.',
          }),
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
          category: Type.String({ description: 'Category of its findings.' }),
          mode: Type.Enum(['search', 'taint'], {
            type: 'string',
            description: '`taint`: it follows data from sources to sinks.',
          }),
          languages: Type.Array(Type.String(), { description: 'Languages that it covers.' }),
          message: Type.String({ description: 'Message of its findings.' }),
        }),
      ),
      { description: 'The rules that are valid.' },
    ),
    ...choices,
    repositories: Type.Array(
      named(
        'ReviewRepositoryRules',
        Type.Object({
          name: Type.String({ description: 'Name of the applications that it applies to.' }),
          ...choices,
        }),
      ),
      { description: 'Additional settings for applications of a name.' },
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
