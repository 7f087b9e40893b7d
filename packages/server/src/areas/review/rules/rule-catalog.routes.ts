import { severities } from '@trivium/scanner';
import { type Static, Type } from 'typebox';
import {
  type AnyRoute,
  defineRoute,
  listOf,
  named,
  nullable,
  okList,
  pageOf,
  pageQuery,
  strictObject,
} from '../../../kit/http/index.ts';
import type { ReviewService } from '../review-service.ts';
import type { DescribedRule } from './rule-reference.ts';

const ruleExample = named(
  'ReviewRuleExample',
  Type.Object({
    file: Type.String({ description: 'The path at which the rule finds it.' }),
    weak: Type.String({ description: 'Code that the rule finds; several files are shown with their paths.' }),
    safe: Type.String({ description: 'Similar code that the rule does not report.' }),
  }),
);

const ruleEntry = named(
  'ReviewRule',
  Type.Object({
    rule_id: Type.String({ description: 'As findings, `disabled` and `severity` name it.' }),
    name: Type.String({ description: 'In a few words.' }),
    severity: Type.String({
      enum: [...severities],
      description: 'The highest severity that its findings can have.',
    }),
    cwe: nullable(Type.String(), 'The CWE id; null if there is none.'),
    owasp: nullable(Type.String(), 'Its place in the OWASP Top 10 of 2021.'),
    why: Type.String({ description: 'Why it has this severity.' }),
    description: Type.String({ description: 'What it finds.' }),
    recommendation: Type.String({ description: 'How to fix it.' }),
    references: Type.Array(Type.String(), { description: 'Further reading.' }),
    example: nullable(ruleExample, 'The first of `examples`.'),
    examples: Type.Array(ruleExample, { description: 'One for each language that the rule supports.' }),
  }),
);

const catalogQuery = strictObject({
  ...pageQuery,
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Words in its id, name or weakness.' })),
  severity: Type.Optional(Type.String({ enum: [...severities] })),
  rule_id: Type.Optional(Type.String({ maxLength: 200, description: 'Only this rule.' })),
});
type CatalogQuery = Static<typeof catalogQuery>;

const MAX_PROCESSOR_MS = 30_000;

/** The built-in rules. */
export function ruleCatalogRoutes(service: () => Pick<ReviewService, 'checks'>): AnyRoute[] {
  let known: Promise<DescribedRule[]> | undefined;
  // Read once, in a thread: the scanner does not change while the service runs.
  const allRules = () => {
    known ??= service().checks.run('describeRules', {}, { processorMs: MAX_PROCESSOR_MS });
    known.catch(() => {
      known = undefined;
    });
    return known;
  };
  return [
    defineRoute({
      tag: 'Review',
      access: 'review:read',
      limits: ['review_queries'],
      method: 'GET',
      path: '/v1/review/rules/catalog',
      operationId: 'listReviewRules',
      summary: 'List the rules of the review',
      description: 'The built-in rules, by id, as in the reference at `/docs/rules`.',
      query: catalogQuery,
      responses: { 200: listOf('rules', ruleEntry) },
      handler: async ({ query }) => {
        const page = pageOf(query);
        const found = (await allRules()).filter((rule) => matchesQuery(rule, query));
        return okList(
          'rules',
          found.slice(page.offset, page.offset + page.limit).map(toEntry),
          found.length,
          page,
        );
      },
    }),
  ];
}

function matchesQuery(rule: DescribedRule, { q, severity, rule_id: id }: CatalogQuery): boolean {
  if (severity !== undefined && rule.severity !== severity) return false;
  if (id !== undefined && rule.id !== id) return false;
  const text = `${rule.id} ${rule.name} ${rule.cwe ?? ''}`.toLowerCase();
  return (q ?? '')
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function toEntry(rule: DescribedRule): Static<typeof ruleEntry> {
  const { id, name, severity, cwe, owasp, why, description, cure, references, examples } = rule;
  return {
    rule_id: id,
    name,
    severity,
    cwe,
    owasp,
    why,
    description,
    recommendation: cure,
    references: [...references],
    example: examples[0] ?? null,
    examples: [...examples],
  };
}
