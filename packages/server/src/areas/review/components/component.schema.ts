import { type Static, Type } from 'typebox';
import {
  describedAs,
  listOf,
  named,
  nullable,
  pageQuery,
  percentField,
  strictObject,
  textField,
  timestampField,
} from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { severityCounts } from '../applications/application-report.schema.ts';
import type { ComponentDetails } from '../pipeline/component-rows.ts';
import { formatCounts } from '../pipeline/severity.ts';
import type { Component, Promotion } from './component.repository.ts';
import { maturityLevels } from './promotion-gates.ts';

const maturities = [...maturityLevels, 'deprecated'];

export const componentParams = Type.Object({
  id: Type.String({ description: 'The id of a component, `cpt_…`.' }),
});

export const listComponentsQuery = strictObject(pageQuery);

// The grammar of semver.org; numbers that a double cannot represent are rejected.
const coreNumber = '(0|[1-9][0-9]{0,14})';
const label = '(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)';
const build = '[0-9A-Za-z-]+';

export const promoteBody = strictObject({
  version: Type.String({
    maxLength: 100,
    pattern: `^${coreNumber}(\\.${coreNumber}){2}(-${label}(\\.${label})*)?(\\+${build}(\\.${build})*)?$`,
    patternHint: 'must be a SemVer version such as 1.4.0',
    description: 'SemVer, higher than the current one.',
  }),
  maturity_level: Type.String({
    enum: [...maturityLevels],
    description: 'The present level or the next one. Each has gates; a refusal lists them.',
  }),
  reason: Type.Optional(textField(2_000, 'Why.')),
});

export const deprecateBody = strictObject({ reason: Type.Optional(textField(2_000, 'Why.')) });

const promotion = Type.Object({
  version: nullable(Type.String(), 'The new version.'),
  previous_version: nullable(Type.String(), 'The earlier version.'),
  maturity_level: Type.String({ enum: maturities, description: 'The new level.' }),
  previous_maturity_level: Type.String({ enum: maturities, description: 'The earlier level.' }),
  reason: nullable(Type.String(), 'Why; null if no reason was given.'),
  at: timestampField('When.'),
});

export const componentRecord = named(
  'Component',
  Type.Object({
    id: Type.String({ description: '`cpt_…`' }),
    application_id: Type.String({ description: '`app_…`' }),
    name: Type.String({ description: 'As its manifest, or its folder, says.' }),
    kind: Type.String({
      enum: ['package', 'module', 'service', 'ui'],
      description: 'Its type, derived from its manifest and files.',
    }),
    path: Type.String({ description: 'Its folder; empty for the root of the archive.' }),
    language: nullable(Type.String(), 'Language with most code in it.'),
    version: nullable(Type.String(), 'As its manifest, or the last promotion, says.'),
    reusability_score: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: '0 to 100: the weighted sum of `score_factors`.',
    }),
    score_factors: Type.Object(
      {
        isolation: percentField('Few imports of other components; weighs 0.25.'),
        api_clarity: percentField('Small, documented exports; 0.20.'),
        tests: percentField('Line coverage, else lines of tests to lines of code; 0.20.'),
        docs: percentField('README and documented exports; 0.15.'),
        simplicity: percentField('Low complexity of its functions; 0.10.'),
        adoption: percentField('Components that use it; 0.10.'),
      },
      { description: 'Each 0 to 100.' },
    ),
    maturity: Type.String({
      enum: maturities,
      description: 'Computed at first; then what the last promotion said.',
    }),
    dependencies: Type.Object(
      {
        internal: Type.Array(Type.String(), {
          description: 'Components that it imports from, as `kind:path`.',
        }),
        external: Type.Array(
          Type.Object({
            name: Type.String({ description: 'As named in its ecosystem.' }),
            version: nullable(Type.String(), 'Version; null if nothing fixes it.'),
          }),
          { description: 'Packages that it imports.' },
        ),
        dependents: Type.Array(Type.String(), {
          description: 'Components that import from it, as `kind:path`.',
        }),
      },
      { description: 'Its dependencies and dependents.' },
    ),
    lines_code: Type.Integer({ description: 'Without blank lines and comments.' }),
    license: nullable(Type.String(), 'As its manifest says; null when unknown.'),
    has_tests: Type.Boolean({ description: 'Whether test files belong to it.' }),
    has_docs: Type.Boolean({ description: 'Whether it has a README, or documents what it exports.' }),
    in_cycle: Type.Boolean({ description: 'Whether others import it through an entry point of its own.' }),
    line_coverage: nullable(Type.Number(), 'Percent; null without a coverage report.'),
    test_to_code_ratio: Type.Number({ description: 'Lines of tests over lines of other code.' }),
    findings: describedAs(severityCounts, 'Findings in its files, by severity.'),
    promoted_at: nullable(timestampField('A moment.'), 'Last promotion; null if there was none.'),
    created_at: timestampField('When it was found.'),
    promotion_history: Type.Array(promotion, { description: 'Oldest first.' }),
  }),
);

export const componentList = listOf('components', componentRecord);

export function toComponentRecord(
  component: Component,
  promotions: readonly Promotion[],
): Static<typeof componentRecord> {
  const { kind, language, license, score_factors, dependencies, ...rest }: ComponentDetails = JSON.parse(
    component.details,
  );
  return {
    id: formatId('cpt', component.id),
    application_id: formatId('app', component.application_id),
    name: component.name,
    kind,
    path: component.path,
    language,
    version: component.version,
    reusability_score: component.reusability_score,
    score_factors,
    maturity: component.maturity,
    dependencies,
    license,
    ...rest,
    findings: formatCounts(component.findings),
    promoted_at: component.promoted_at?.toISOString() ?? null,
    created_at: component.created_at.toISOString(),
    promotion_history: promotions
      .filter(({ component_id: id }) => id === component.id)
      .map((change) => ({
        version: change.version,
        previous_version: change.previous_version,
        maturity_level: change.maturity,
        previous_maturity_level: change.previous_maturity,
        reason: change.reason,
        at: change.promoted_at.toISOString(),
      })),
  };
}
