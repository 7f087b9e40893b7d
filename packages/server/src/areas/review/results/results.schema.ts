import { categories, severities } from '@trivium/scanner';
import { Type } from 'typebox';
import { acknowledgedField } from '../../../engine/acknowledgements/index.ts';
import { named, nullable, pageQuery, strictObject } from '../../../kit/http/index.ts';
import { severityCounts } from '../applications/application.schema.ts';
import { coverageSchema, reviewStatuses } from '../reviews/review.schema.ts';

const filterFields = {
  severity: Type.Optional(Type.String({ enum: [...severities], description: 'Only of this severity.' })),
  category: Type.Optional(Type.String({ enum: [...categories], description: 'Only of this category.' })),
  file: Type.Optional(
    Type.String({ minLength: 1, maxLength: 4_096, description: 'Only in the file with this path.' }),
  ),
  status: Type.Optional(
    Type.String({
      enum: ['new', 'existing', 'suppressed', 'all'],
      default: 'all',
      description: 'Only of this status. The summary counts `new` ones.',
    }),
  ),
  partial: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'The findings up to the time limit, instead of `review_timeout`.',
    }),
  ),
};

export const resultsQuery = strictObject({ ...filterFields, ...pageQuery });

export const exportFindingsQuery = strictObject({
  ...filterFields,
  most: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'At most so many, the gravest first; all unless told.',
    }),
  ),
});

export const findingRecord = named(
  'Finding',
  Type.Object({
    id: Type.String({ description: 'Follows from the fingerprint.' }),
    fingerprint: Type.String({ description: 'Stays the same while the code does, wherever its lines move.' }),
    agent: Type.String(),
    agents: Type.Array(Type.String(), { description: 'All that found it.' }),
    driver: Type.Optional(
      Type.String({
        enum: ['llm'],
        description:
          'Only of what a language model found: a second call tried to refute it, and could not. Rules found all else.',
      }),
    ),
    category: Type.String({ enum: [...categories] }),
    rule_id: Type.String(),
    title: Type.String(),
    severity: Type.String({ enum: [...severities] }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    cwe: Type.Array(Type.String()),
    file: Type.String(),
    line: Type.Integer(),
    end_line: Type.Integer(),
    column: Type.Integer(),
    snippet: Type.String(),
    description: Type.String(),
    recommendation: Type.String(),
    patch: nullable(Type.String(), 'A unified diff that passed all gates; null when there is none.'),
    patch_checks: nullable(
      Type.Object({
        applies: Type.Boolean(),
        parses: Type.Boolean(),
        resolves: Type.Boolean(),
        no_new: Type.Boolean(),
      }),
      'The gates of its patch; null when none was tried.',
    ),
    evidence: Type.Array(
      Type.Object({
        file: Type.String(),
        line: Type.Integer(),
        role: Type.String({ enum: ['source', 'step', 'sink'] }),
        snippet: Type.String(),
      }),
    ),
    package: nullable(
      Type.Object({
        ecosystem: Type.String(),
        name: Type.String(),
        version: Type.String(),
        fixed_version: nullable(Type.String(), 'Null when there is none.'),
        advisories: Type.Array(Type.String()),
        imported: nullable(Type.Boolean(), 'Whether the code imports it; null when that is unknown.'),
      }),
      'The package with the flaw; null when it is not a package.',
    ),
    source: nullable(
      Type.String({ enum: ['code', 'secrets', 'dependencies', 'config'] }),
      'Its kind in the counts of vulnerabilities; null when it is not one.',
    ),
    references: Type.Array(Type.String()),
    status: Type.String({ enum: ['new', 'existing', 'suppressed'] }),
    acknowledged: acknowledgedField('Who has seen it, and who sees to it; null when nobody has.'),
    comments: Type.Integer({ description: 'How many comments there are on it.' }),
  }),
);

export const resultsRecord = named(
  'ReviewResults',
  Type.Object({
    review_id: Type.String(),
    application_id: Type.String(),
    status: Type.String({ enum: [...reviewStatuses] }),
    complete: Type.Boolean({
      description: 'False while agents work, when some failed, and when the time limit was reached.',
    }),
    summary: Type.Object({ ...severityCounts.properties, total: Type.Integer() }),
    by_category: Type.Record(Type.String(), severityCounts),
    scores: nullable(
      Type.Object({
        cloud_readiness: Type.Integer(),
        library_readiness: Type.Integer(),
        mesh_readiness: Type.Integer(),
      }),
      'Null until the end.',
    ),
    findings: Type.Array(findingRecord, {
      description: 'Most severe first, then by confidence, file and line.',
    }),
    dropped: Type.Object({
      false_positive: Type.Integer(),
      duplicate: Type.Integer(),
      disabled: Type.Integer({ description: 'Of rules that are switched off.' }),
      unanchored: Type.Integer({ description: 'Claims of a language model that quote no code.' }),
      baseline: Type.Integer({ description: 'Left out of the summary: the baseline has them too.' }),
      suppressed: Type.Integer({ description: 'Left out of the summary: suppressed.' }),
      below_min_severity: Type.Integer({ description: 'Not delivered: less severe than asked for.' }),
    }),
    coverage: nullable(coverageSchema, 'How much of the files was read; null until the end.'),
    total: Type.Integer({ description: 'Findings that match, exactly.' }),
    limit: Type.Integer(),
    offset: Type.Integer(),
    has_more: Type.Boolean(),
  }),
);

export const droppedRecord = named(
  'DroppedFinding',
  Type.Object({
    fingerprint: Type.String(),
    rule_id: Type.String(),
    file: Type.String(),
    line: Type.Integer(),
    reason: Type.String({ enum: ['false_positive', 'duplicate', 'unanchored', 'disabled'] }),
    detail: Type.String({ description: 'Why, in a sentence.' }),
  }),
);
