import { categories, severities } from '@trivium/scanner';
import { Type } from 'typebox';
import { acknowledgedField } from '../../../engine/acknowledgements/index.ts';
import { named, nullable, pageQuery, strictObject } from '../../../kit/http/index.ts';
import { severityCounts } from '../applications/application-report.schema.ts';
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
      description: 'The maximum number of findings, the most severe first. Default: all.',
    }),
  ),
});

export const findingRecord = named(
  'Finding',
  Type.Object({
    id: Type.String({ description: 'Derived from the fingerprint.' }),
    fingerprint: Type.String({ description: 'Stays the same while the code does, wherever its lines move.' }),
    agent: Type.String({ description: 'The agent that reports it.' }),
    agents: Type.Array(Type.String(), { description: 'All agents that found it.' }),
    driver: Type.Optional(
      Type.String({
        enum: ['llm'],
        description:
          'Only for findings of a language model: a second call tried to refute it, and could not. All others come from rules.',
      }),
    ),
    category: Type.String({ enum: [...categories], description: 'The category of that agent.' }),
    rule_id: Type.String({ description: 'The rule; see the catalogue of rules.' }),
    title: Type.String({ description: 'In a few words.' }),
    severity: Type.String({
      enum: [...severities],
      description: 'As rated by the rule, or by your own settings.',
    }),
    confidence: Type.Number({ minimum: 0, maximum: 1, description: 'How sure it is, 0 to 1.' }),
    cwe: Type.Array(Type.String(), {
      description: 'Weaknesses in the catalogue of MITRE, such as `CWE-89`; empty for none.',
    }),
    file: Type.String({ description: 'Path in the archive.' }),
    line: Type.Integer({ description: 'First line, from 1.' }),
    end_line: Type.Integer({ description: 'Last line.' }),
    column: Type.Integer({ description: 'From 1.' }),
    snippet: Type.String({ description: 'The code. Secrets in it are masked.' }),
    description: Type.String({ description: 'What is wrong, and the possible consequences.' }),
    recommendation: Type.String({ description: 'How to fix it.' }),
    patch: nullable(Type.String(), 'A unified diff that passed all gates; null when there is none.'),
    patch_checks: nullable(
      Type.Object({
        applies: Type.Boolean({ description: 'It applies to the files as they are.' }),
        parses: Type.Boolean({ description: 'The patched file parses.' }),
        resolves: Type.Boolean({
          description: 'The finding is gone in an analysis of the patched application.',
        }),
        no_new: Type.Boolean({ description: 'That analysis has no new findings.' }),
      }),
      'The gates of its patch; null if no patch was tried.',
    ),
    evidence: Type.Array(
      Type.Object({
        file: Type.String({ description: 'Path in the archive.' }),
        line: Type.Integer({ description: 'From 1.' }),
        role: Type.String({
          enum: ['source', 'step', 'sink'],
          description: '`source`: untrusted data enters. `sink`: it is used dangerously.',
        }),
        snippet: Type.String({ description: 'The code.' }),
      }),
      { description: 'How data gets from its source to its sink; empty if it is not about data flow.' },
    ),
    package: nullable(
      Type.Object({
        ecosystem: Type.String({ description: 'Such as `npm` or `PyPI`.' }),
        name: Type.String({ description: 'As named in its ecosystem.' }),
        version: Type.String({ description: 'The version that is used.' }),
        fixed_version: nullable(Type.String(), 'The fixed version; null if there is none.'),
        advisories: Type.Array(Type.String(), {
          description: 'Ids of advisories, such as `GHSA-…` or `CVE-…`.',
        }),
        imported: nullable(Type.Boolean(), 'Whether the code imports it; null if that is unknown.'),
      }),
      'The vulnerable package; null if it is not about a package.',
    ),
    source: nullable(
      Type.String({ enum: ['code', 'secrets', 'dependencies', 'config'] }),
      'Its kind in the counts of vulnerabilities; null if it is none.',
    ),
    references: Type.Array(Type.String(), { description: 'Further reading.' }),
    status: Type.String({
      enum: ['new', 'existing', 'suppressed'],
      description:
        '`new`, unless the baseline has it too (`existing`) or somebody suppressed it (`suppressed`).',
    }),
    acknowledged: acknowledgedField('Who has acknowledged it, and who works on it; null if nobody has.'),
    comments: Type.Integer({ description: 'Number of comments.' }),
  }),
);

export const resultsRecord = named(
  'ReviewResults',
  Type.Object({
    review_id: Type.String({ description: '`rev_…`' }),
    application_id: Type.String({ description: '`app_…`' }),
    status: Type.String({ enum: [...reviewStatuses], description: 'Status of the review.' }),
    complete: Type.Boolean({
      description: 'False while agents work, if some failed, and if the time limit was reached.',
    }),
    summary: Type.Object(
      { ...severityCounts.properties, total: Type.Integer({ description: 'Their sum.' }) },
      { description: 'New findings by severity.' },
    ),
    by_category: Type.Record(Type.String(), severityCounts, { description: 'The same for each category.' }),
    scores: nullable(
      Type.Object({
        cloud_readiness: Type.Integer({ description: '0 to 100.' }),
        library_readiness: Type.Integer({ description: '0 to 100.' }),
        mesh_readiness: Type.Integer({ description: '0 to 100.' }),
      }),
      'Null until the end.',
    ),
    findings: Type.Array(findingRecord, {
      description: 'Most severe first, then by confidence, file and line.',
    }),
    dropped: Type.Object(
      {
        false_positive: Type.Integer({ description: 'Findings that a second check refuted.' }),
        duplicate: Type.Integer({ description: 'Findings that repeat another one.' }),
        disabled: Type.Integer({ description: 'Findings of disabled rules.' }),
        unanchored: Type.Integer({ description: 'Claims of a language model that quote no code.' }),
        baseline: Type.Integer({ description: 'Left out of the summary: the baseline has them too.' }),
        suppressed: Type.Integer({ description: 'Left out of the summary: suppressed.' }),
        below_min_severity: Type.Integer({ description: 'Not delivered: less severe than asked for.' }),
      },
      { description: 'What was found and left out, by reason.' },
    ),
    coverage: nullable(coverageSchema, 'How much of the files was read; null until the end.'),
    total: Type.Integer({ description: 'Findings that match, exactly.' }),
    limit: Type.Integer({ description: 'Maximum number of entries on a page.' }),
    offset: Type.Integer({ description: 'Number of entries before this page.' }),
    has_more: Type.Boolean({ description: 'There are more: ask again with `offset` plus `limit`.' }),
  }),
);

export const droppedRecord = named(
  'DroppedFinding',
  Type.Object({
    fingerprint: Type.String({ description: 'Fingerprint of the finding.' }),
    rule_id: Type.String({ description: 'The rule that found it.' }),
    file: Type.String({ description: 'Path in the archive.' }),
    line: Type.Integer({ description: 'From 1.' }),
    reason: Type.String({
      enum: ['false_positive', 'duplicate', 'unanchored', 'disabled'],
      description:
        '`unanchored`: a claim of a language model that quotes no code. `disabled`: its rule is disabled.',
    }),
    detail: Type.String({ description: 'Why, in a sentence.' }),
  }),
);
