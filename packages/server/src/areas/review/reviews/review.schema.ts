import { categories, severities } from '@trivium/scanner';
import { type Static, Type } from 'typebox';
import { listOf, named, nullable, pageQuery, strictObject, timestampField } from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import { agentIds, categoryOf } from './agent-list.ts';
import { categoryRecord, countAgents, counted, toCategory } from './category-record.ts';
import { gateBody, gateField, toGateRecord } from './change-gate.ts';
import { durationSeconds } from './finish-review.ts';
import { toUsage, usageRecord } from './model-usage.schema.ts';
import type { Review, ReviewAgent } from './review.repository.ts';
import { agentRecord, toAgentRecord } from './review-agent.schema.ts';

export const reviewParams = Type.Object({
  id: Type.String({ description: 'The id of a review, `rev_…`.' }),
});

export const reviewStatuses = [
  'queued',
  'running',
  'verifying',
  'completed',
  'completed_with_errors',
  'failed',
  'timed_out',
] as const;

const asked = `Categories (${categories.join(', ')}), or \`all\`.`;

export const requestReviewBody = strictObject({
  categories: Type.Optional(
    named(
      'ReviewCategories',
      Type.Union(
        [Type.String({ maxLength: 100 }), Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 })],
        { description: `${asked} Default: all 23 agents.` },
      ),
    ),
  ),
  generate_patches: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether to make patches. Only patches that pass all four gates are shown.',
    }),
  ),
  baseline_review_id: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'A review that has ended, or `latest`: the last one of an application of this name. Findings that it also has get the status `existing`, even if their lines, functions or files moved; findings that became more severe are `new`.',
    }),
  ),
  gate: Type.Optional(gateBody),
  min_severity: Type.Optional(
    Type.String({ enum: [...severities], description: 'Omit findings of a lower severity.' }),
  ),
  time_limit_seconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3_600,
      default: 900,
      description: 'Ends the review if it takes longer.',
    }),
  ),
});

export const listReviewsQuery = strictObject(pageQuery);

const ticket = {
  review_id: Type.String({ description: '`rev_…`' }),
  application_id: Type.String({ description: '`app_…`' }),
  status: Type.String({
    enum: [...reviewStatuses],
    description:
      '`verifying`: findings are checked a second time. `completed_with_errors`: an agent failed; the findings of the others are complete.',
  }),
  generate_patches: Type.Boolean({ description: 'Whether patches are made.' }),
  created_at: timestampField('When it was asked for.'),
};

export const reviewTicket = named(
  'ReviewTicket',
  Type.Object({
    ...ticket,
    categories: Type.Array(Type.String(), { description: 'What is reviewed.' }),
    agents_total: Type.Integer({ description: 'Number of agents.' }),
    estimated_duration_seconds: Type.Integer({
      description: 'Estimated from the size of the code and earlier reviews.',
    }),
  }),
);

export const coverageSchema = named(
  'ReviewCoverage',
  Type.Object({
    files_full: Type.Integer({ description: 'Files that were read in full.' }),
    files_partial: Type.Integer({ description: 'Files that were read in part.' }),
    files_skipped: Type.Integer({ description: 'Files that were not read.' }),
    reasons: Type.Record(Type.String(), Type.Integer(), {
      description: 'Number of files that were not read in full, for each reason.',
    }),
    code_read_percent: Type.Integer({
      description:
        'Share of the application’s own code that was read, by bytes; a file read in part counts half. It limits the score of every category.',
    }),
    is_untested: Type.Boolean({
      description: 'Whether it has functions but no tests were found; the score of `testing` is then low.',
    }),
    is_undocumented: Type.Boolean({
      description: 'Whether it has code but no README was found; the score of `documentation` is then low.',
    }),
  }),
);

export const reviewRecord = named(
  'Review',
  Type.Object({
    ...ticket,
    origin: Type.String({
      enum: ['agents', 'sarif'],
      description: '`sarif`: imported findings of another tool.',
    }),
    driver: Type.String({
      enum: ['rules', 'llm', 'mixed'],
      description: '`mixed`: a language model drove some agents, rules the others.',
    }),
    progress: Type.Object(
      {
        total: Type.Integer({ description: 'Number of agents.' }),
        ...counted,
        running: Type.Integer({ description: 'Estimated time of the remaining agents.' }),
        percent: Type.Integer({ description: 'Share of agents that have ended; 100 if there are none.' }),
      },
      { description: 'Progress of its agents.' },
    ),
    categories: Type.Record(Type.String(), categoryRecord, { description: 'Progress of each category.' }),
    agents: Type.Array(agentRecord, { description: 'Each agent, in the order of the catalogue.' }),
    llm: nullable(usageRecord, 'Use of a language model; null if none was asked.'),
    coverage: nullable(coverageSchema, 'How much of the files was read; null until the end.'),
    top_actions: Type.Array(Type.String(), { description: 'What to do first.' }),
    baseline_review_id: nullable(Type.String(), 'The review that it is compared with.'),
    fixed_findings: nullable(
      Type.Integer(),
      'Findings of that review that are gone. Null until the end, and without a baseline.',
    ),
    gate: gateField,
    min_severity: nullable(Type.String(), 'Lowest severity that is reported.'),
    rules_sha256: nullable(
      Type.String(),
      'Version of the organization’s rules that it uses; null if there were none.',
    ),
    time_limit_seconds: Type.Integer({ description: 'Time limit; it ends when it takes longer.' }),
    estimated_duration_seconds: Type.Integer({ description: 'The estimate when it was requested.' }),
    patches_generated: Type.Integer({ description: 'Patches that passed all gates.' }),
    duration_seconds: nullable(Type.Integer(), 'Null until the end.'),
    error: nullable(
      named(
        'Failure',
        Type.Object({
          code: Type.String({ description: 'A stable code, such as `storage_full`.' }),
          message: Type.String({ description: 'What happened, in a sentence.' }),
        }),
      ),
      'What went wrong.',
    ),
    updated_at: timestampField('When it last changed.'),
    started_at: nullable(timestampField('A moment.'), 'When its agents began.'),
    completed_at: nullable(timestampField('A moment.'), 'When it ended.'),
  }),
);

export const reviewList = listOf('reviews', reviewRecord);

export function toReviewTicket(review: Review, agentsTotal: number): Static<typeof reviewTicket> {
  return {
    ...ticketOf(review),
    categories: review.categories,
    agents_total: agentsTotal,
    estimated_duration_seconds: review.estimated_seconds,
  };
}

function ticketOf(review: Review) {
  return {
    review_id: formatId('rev', review.id),
    application_id: formatId('app', review.application_id),
    status: review.status,
    generate_patches: review.generate_patches,
    created_at: review.created_at.toISOString(),
  };
}

export function toReviewRecord(review: Review, all: readonly ReviewAgent[]): Static<typeof reviewRecord> {
  const order = (agent: ReviewAgent) => agentIds.indexOf(agent.agent_id as (typeof agentIds)[number]);
  const agents = all
    .filter((agent) => agent.review_id === review.id && agent.is_listed)
    .sort((a, b) => order(a) - order(b));
  const { total, ...counts } = countAgents(agents);
  const ended = review.completed_at;
  const coverage: Static<typeof coverageSchema> | null =
    review.coverage === null ? null : JSON.parse(review.coverage);
  // The coverage of another tool is unknown.
  const codeRead = review.origin === 'sarif' ? 100 : (coverage?.code_read_percent ?? null);
  const open: Record<string, number[]> | null = review.findings === null ? null : JSON.parse(review.findings);
  return {
    ...ticketOf(review),
    origin: review.origin,
    driver: driverOf(agents),
    progress: {
      total,
      ...counts,
      running: agents.filter(({ status }) => status === 'running').length,
      percent: total === 0 ? 100 : Math.floor(((total - counts.remaining) * 100) / total),
    },
    categories: Object.fromEntries(
      review.categories.map((category) => [
        category,
        toCategory(
          agents.filter(({ agent_id: id }) => categoryOf(id) === category),
          open && (open[category] ?? [0, 0, 0, 0]),
          {
            codeRead,
            isUntested: coverage?.is_untested ?? false,
            isUndocumented: coverage?.is_undocumented ?? false,
          },
        ),
      ]),
    ),
    agents: agents.map(toAgentRecord),
    llm: toUsage(review.llm),
    coverage,
    top_actions: review.top_actions === null ? [] : JSON.parse(review.top_actions),
    baseline_review_id: review.baseline_review_id && formatId('rev', review.baseline_review_id),
    fixed_findings: review.fixed_findings,
    gate: toGateRecord(review),
    rules_sha256: review.rules_sha256,
    min_severity: review.min_severity === null ? null : (severities[review.min_severity] ?? null),
    time_limit_seconds: review.time_limit_seconds,
    estimated_duration_seconds: review.estimated_seconds,
    patches_generated: review.patches_generated,
    duration_seconds: ended && durationSeconds(review, ended),
    error:
      review.error_code === null ? null : { code: review.error_code, message: review.error_message ?? '' },
    updated_at: review.updated_at.toISOString(),
    started_at: review.started_at?.toISOString() ?? null,
    completed_at: ended?.toISOString() ?? null,
  };
}

function driverOf(agents: readonly ReviewAgent[]): 'rules' | 'llm' | 'mixed' {
  const drivers = new Set(agents.map(({ driver }) => driver));
  return drivers.has('llm') ? (drivers.size > 1 ? 'mixed' : 'llm') : 'rules';
}
