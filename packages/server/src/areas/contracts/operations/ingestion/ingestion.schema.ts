import { type Static, Type } from 'typebox';
import {
  DEFAULT_BODY_LIMIT_BYTES,
  listOf,
  named,
  nullable,
  openObject,
  pageQuery,
  strictObject,
  textField,
  timestampField,
  toRecord,
} from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { builtInRules } from './built-in-rules.ts';
import {
  type IngestionError,
  type IngestionJob,
  type IngestionRule,
  MAX_LISTED,
  priorities,
} from './ingestion.repository.ts';

const statuses = ['queued', 'processing', 'completed', 'failed'] as const;
const priorityField = (description: string) => Type.Enum([...priorities], { type: 'string', description });

export const jobParams = Type.Object({ id: Type.String({ description: 'The id of the job, `ing_…`.' }) });
export const ruleParams = Type.Object({ id: Type.String({ description: 'The id of the rule, `igr_…`.' }) });
export const listRulesQuery = strictObject(pageQuery);
export const listJobsQuery = strictObject({
  ...pageQuery,
  status: Type.Optional(Type.Enum([...statuses], { type: 'string', description: 'Only these values.' })),
  source_id: Type.Optional(Type.String({ maxLength: 200, description: 'Only of this source.' })),
  priority: Type.Optional(priorityField('Only these values.')),
});

const forms = Object.values(builtInRules)
  .map(({ form, meaning }) => `\`${form}\`: ${meaning}`)
  .join(' ');

export const createJobBody = strictObject({
  source_id: textField(200, 'Where the data comes from.'),
  // The input may be as large as a request body.
  data: openObject(DEFAULT_BODY_LIMIT_BYTES, 'The data.'),
  transformation_rules: Type.Optional(
    Type.Array(textField(1_000, 'A built-in rule, or the name or id of your own rule.'), {
      maxItems: 50,
      description: `Applied in order. ${forms}`,
    }),
  ),
  trigger_contract: Type.Optional(
    Type.String({ maxLength: 100, description: 'The contract to call with the result, `ctr_…`.' }),
  ),
  trigger_function: Type.Optional(
    textField(
      500,
      'The function to call: a name or a full signature. Left out, the field `function` of the transformed data names it. Its field `args` holds the arguments.',
    ),
  ),
  priority: Type.Optional(
    priorityField('Default: `normal`. Jobs with a higher priority run first, then in the order of arrival.'),
  ),
  correlation_id: Type.Optional(textField(200, 'Links the events that the job causes.')),
});

const errorRecord = Type.Object({
  code: Type.String({ description: 'A stable code, such as `transformation_failed`.' }),
  message: Type.String({ description: 'What happened, in a sentence.' }),
  rule: Type.Optional(Type.String({ description: 'The rule that failed.' })),
});

export const jobRecord = named(
  'IngestionJob',
  Type.Object({
    job_id: Type.String({ description: '`ing_…`' }),
    status: Type.Enum([...statuses], {
      type: 'string',
      description: '`failed`: a rule failed, or the contract could not be called; `error` tells.',
    }),
    position: Type.Integer({
      description: 'Place among the waiting jobs of the environment, from 1; 0 once its turn has come.',
    }),
    estimated_start: nullable(
      timestampField('A moment.'),
      'Estimated from earlier jobs; null once its turn has come.',
    ),
    source_id: Type.String({ description: 'Where the data comes from, as the request said.' }),
    transformation_rules: Type.Array(Type.String(), { description: 'Applied in this order.' }),
    trigger_contract: nullable(Type.String(), 'Null if there is none.'),
    trigger_function: nullable(Type.String(), 'Null if there is none.'),
    priority: Type.String({ description: '`critical`, `high`, `normal` or `low`, as the request said.' }),
    attempts: Type.Integer({ description: 'Number of attempts.' }),
    created_at: timestampField('When it was accepted.'),
    started_at: nullable(timestampField('A moment.'), 'When it began; null while it waits.'),
    completed_at: nullable(timestampField('A moment.'), 'When it was completed, or failed; null before.'),
    result: nullable(
      Type.Object({
        transformed_data: nullable(
          Type.Object({}, { additionalProperties: true }),
          `Null when a rule failed. A list leaves out what has more than ${MAX_LISTED} bytes: read the job itself.`,
        ),
        contract_triggered: Type.Boolean({ description: 'Whether an execution was accepted.' }),
        execution_id: nullable(Type.String(), 'The execution that it caused, `exe_…`.'),
      }),
      'Null until it has ended.',
    ),
    error: nullable(errorRecord, 'Why it failed, or what its last attempt ran into.'),
  }),
);

const { result: _result, ...headFields } = jobRecord.properties;
/** The fields of a job that are not stored as JSON text. */
const jobHead = named('IngestionJobHead', Type.Object(headFields));

export const jobList = listOf('jobs', jobRecord);

export const createRuleBody = strictObject({
  name: Type.String({
    pattern: '^[a-z][a-z0-9_-]{0,62}$',
    patternHint: 'must be 1 to 63 of a-z, 0-9, _ and -, beginning with a letter',
    description: 'Its name in `transformation_rules`.',
  }),
  expression: textField(
    10_000,
    'JSONata. Its input is the data so far; its result replaces the data. It has half a second.',
  ),
  description: Type.Optional(textField(2_000, 'For people to read.')),
});

export const ruleRecord = named(
  'IngestionRule',
  Type.Object({
    rule_id: Type.String({ description: '`igr_…`' }),
    name: Type.String({ description: 'Its name in `transformation_rules`.' }),
    expression: Type.String({ description: 'JSONata.' }),
    description: nullable(Type.String(), 'Null if there is none.'),
    created_at: timestampField('When it was made.'),
  }),
);

export const ruleList = listOf('rules', ruleRecord);

/** A job record as JSON text. */
export function formatJobRecord(job: IngestionJob, estimatedStart: Date | null): string {
  const record = toRecord(jobHead, job, {
    job_id: formatId('ing', job.id),
    estimated_start: estimatedStart?.toISOString() ?? null,
    transformation_rules: job.rules,
    trigger_contract: job.triggerContract && formatId('ctr', job.triggerContract),
    error: toErrorRecord(job.error),
  });
  return `${JSON.stringify(record).slice(0, -1)},"result":${job.completedAt === null ? 'null' : formatResult(job)}}`;
}

function formatResult({ transformedData, contractTriggered, executionId }: IngestionJob): string {
  const execution = JSON.stringify(executionId && formatId('exe', executionId));
  return `{"transformed_data":${transformedData ?? 'null'},"contract_triggered":${contractTriggered},"execution_id":${execution}}`;
}

function toErrorRecord(error: IngestionError | null): Static<typeof errorRecord> | null {
  if (error === null) return null;
  const { code, message, rule } = error;
  return { code, message, ...(rule !== undefined && { rule }) };
}

export function toRuleRecord(rule: IngestionRule): Static<typeof ruleRecord> {
  return {
    rule_id: formatId('igr', rule.id),
    name: rule.name,
    expression: rule.expression,
    description: rule.description,
    created_at: rule.createdAt.toISOString(),
  };
}
