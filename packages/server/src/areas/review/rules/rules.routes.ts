import { Type } from 'typebox';
import {
  type AnyRoute,
  defineRoute,
  named,
  nullable,
  ok,
  strictObject,
  timestampField,
} from '../../../kit/http/index.ts';
import type { ReviewService } from '../review-service.ts';
import { checkRules } from './check-rules.ts';
import { findRules } from './rule-set.repository.ts';
import { rulesCheck, toCheck } from './rules-check.schema.ts';
import { setRules } from './set-rules.ts';

const path = '/v1/review/rules';
const read = { tag: 'Review', access: 'review:read', limits: ['review_queries'] } as const;

const MAX_RULES_LENGTH = 1_048_576;

const rulesField = Type.String({
  maxLength: MAX_RULES_LENGTH,
  description:
    'YAML: `rules` in the form of Semgrep, `disabled` and `severity` by ids of rules, `repositories` with both for applications of a name.',
});

const replacesField = nullable(
  Type.String({ maxLength: 64 }),
  'Refuse with `conflict` unless the current text has this `sha256`; null: unless there is none. Left out: replace any.',
);

const record = named(
  'ReviewRules',
  Type.Object({
    rules: rulesField,
    rule_count: Type.Integer({ description: 'Number of rules in it.' }),
    sha256: nullable(
      Type.String(),
      'SHA-256 of the text; each review names the one that it used. Null: no rules are set.',
    ),
    updated_at: nullable(timestampField('A moment.'), 'When it was set; null: never.'),
  }),
);

type Rules = NonNullable<Awaited<ReturnType<typeof findRules>>>;

function toRecord(rules: Rules | undefined) {
  return {
    rules: rules?.rules ?? '',
    rule_count: rules?.rule_count ?? 0,
    sha256: rules?.sha256 ?? null,
    updated_at: rules?.updated_at.toISOString() ?? null,
  };
}

/** An organization's own rules, and its choices for the built-in ones. */
export function ruleRoutes(service: () => ReviewService): AnyRoute[] {
  return [
    defineRoute({
      ...read,
      method: 'GET',
      path,
      operationId: 'getReviewRules',
      summary: 'Get the organization’s rules',
      description: 'The text as it was set; empty if none was.',
      responses: { 200: record },
      handler: async ({ principal }) => ok(toRecord(await findRules(service().db, principal.orgId))),
    }),
    defineRoute({
      ...read,
      access: 'review:write',
      method: 'PUT',
      path,
      operationId: 'setReviewRules',
      summary: 'Set the organization’s rules',
      description:
        'Replaces the rules, for reviews that are requested from now on. Unsupported features are refused by name, with line and field, and nothing changes. An empty text removes all rules.',
      body: strictObject({ rules: rulesField, replaces: Type.Optional(replacesField) }),
      responses: { 200: record },
      errors: ['invalid_rules', 'conflict'],
      handler: async ({ principal, body: { rules, replaces } }) =>
        ok(toRecord(await setRules(service(), principal.orgId, { rules, replaces }))),
    }),
    defineRoute({
      ...read,
      method: 'POST',
      path: `${path}/preview`,
      operationId: 'previewReviewRules',
      summary: 'Test rules without setting them',
      description: 'What they find, and what is not supported, each with line and field.',
      body: strictObject({ rules: rulesField }),
      responses: { 200: rulesCheck },
      errors: ['invalid_rules'],
      handler: async ({ body }) => ok(toCheck(await checkRules(service(), body.rules))),
    }),
  ];
}
