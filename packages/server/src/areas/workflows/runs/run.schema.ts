import { type Static, Type } from 'typebox';
import type { StepResult } from '../../../engine/workflows/index.ts';
import { errorDocsPath } from '../../../kit/errors/index.ts';
import { listOf, named, nullable, pageQuery, strictObject, timestampField } from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';
import type { RetriedRuns } from './retry-run.ts';
import type { Run } from './run.repository.ts';

const runStatus = Type.String({
  enum: ['queued', 'succeeded', 'failed', 'loop_stopped'],
  description:
    '`queued`: waiting for its turn or its next attempt. `loop_stopped`: workflows had started each other too often; nothing was executed.',
});

export const runParams = Type.Object({
  workflowId: Type.String({ description: 'The id of a workflow, `wfl_…`.' }),
  runId: Type.String({ description: 'The id of a run, `run_…`.' }),
});

export const listRunsQuery = strictObject({ ...pageQuery, status: Type.Optional(runStatus) });

const revisionField = Type.String({
  enum: ['own', 'current'],
  default: 'own',
  description:
    '`own`: the workflow as it was when the event was published. `current`: as it is now, for example after a fix; executed actions must still be in their places.',
});

export const retryRunQuery = strictObject({ revision: Type.Optional(revisionField) });

const actionResult = named(
  'ActionResult',
  Type.Object({
    id: Type.String({ description: 'Its name in the workflow.' }),
    action: Type.String({ description: 'What it does, such as `events.publish`.' }),
    status: Type.String({
      enum: ['succeeded', 'skipped', 'failed', 'retrying', 'not_run'],
      description: '`skipped`: its `when` was not met. `not_run`: an action before it ended the run.',
    }),
    input: Type.Unknown({ description: 'Its input; null if there was none.' }),
    result: nullable(Type.Object({}, { additionalProperties: true }), 'Its result.'),
    error: nullable(
      Type.Object({
        code: Type.String({ description: 'A stable code.' }),
        message: Type.String({ description: 'What happened, in a sentence.' }),
        field: Type.Optional(
          Type.String({ description: 'The field of the input that it is about; absent for none.' }),
        ),
        details: Type.Object(
          {
            doc_url: Type.String({
              description: 'The page of the code, relative to the address of the service.',
            }),
          },
          { description: 'Details for programs.' },
        ),
      }),
      'Why it failed.',
    ),
    finished_at: nullable(timestampField('A moment.'), 'When it ended.'),
  }),
);

export const runRecord = named(
  'WorkflowRun',
  Type.Object({
    run_id: Type.String({ description: '`run_…`' }),
    workflow_id: Type.String({ description: '`wfl_…`' }),
    revision: Type.Integer({ description: 'The revision of the workflow when the event was published.' }),
    status: runStatus,
    event_id: Type.String({ description: 'The event that started it.' }),
    event_type: Type.String({ description: 'Type of that event.' }),
    correlation_id: Type.String({
      description:
        "That of the event, or the event's id if it has none; everything that the run causes carries it.",
    }),
    depth: Type.Integer({ description: 'Length of the chain of runs, including this one.' }),
    attempts: Type.Integer({ description: 'Attempts that have ended.' }),
    actions: Type.Array(actionResult, { description: 'Empty before the first attempt has ended.' }),
    created_at: timestampField('When its event was published.'),
    next_attempt_at: nullable(timestampField('A moment.'), 'When a queued run is due.'),
    finished_at: nullable(timestampField('A moment.'), 'When it ended.'),
  }),
);

export const runList = listOf('runs', runRecord);

export const retryRunsBody = strictObject({
  revision: Type.Optional(revisionField),
  after: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'A run, `run_…`: only later runs. Use `next` of the previous response.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      default: 100,
      description: 'Maximum runs per request, oldest first.',
    }),
  ),
});

export const retriedRuns = named(
  'RetriedRuns',
  Type.Object({
    queued: Type.Integer({ description: 'Runs that are retried.' }),
    refused: Type.Array(
      Type.Object({
        run_id: Type.String({ description: '`run_…`' }),
        code: Type.String({ description: 'A stable code.' }),
        message: Type.String({ description: 'Why, in a sentence.' }),
      }),
      {
        description:
          'Runs that stay failed, for example because they executed actions that the workflow no longer has.',
      },
    ),
    next: nullable(Type.String(), 'Use it as `after` to continue; null if there are no more.'),
  }),
);

export function toRetriedRuns({ queued, refused, lastId }: RetriedRuns): Static<typeof retriedRuns> {
  return {
    queued,
    refused: refused.map(({ runId, error: { code, message } }) => ({
      run_id: formatId('run', runId),
      code,
      message,
    })),
    next: lastId === undefined ? null : formatId('run', lastId),
  };
}

export function toRunRecord(run: Run): Static<typeof runRecord> {
  const at = run.at.toISOString();
  const isQueued = run.status === 'queued';
  const eventId = formatId('evt', run.eventId);
  return {
    run_id: formatId('run', run.id),
    workflow_id: formatId('wfl', run.workflowId),
    revision: run.revision,
    status: run.status,
    event_id: eventId,
    event_type: run.eventType,
    correlation_id: run.correlationId ?? eventId,
    depth: run.depth,
    attempts: run.attempts,
    actions: (run.actions ?? []).map(toActionResult),
    created_at: run.createdAt.toISOString(),
    next_attempt_at: isQueued ? at : null,
    finished_at: isQueued ? null : at,
  };
}

function toActionResult({ finishedAt, error, ...rest }: StepResult) {
  const told = error && { ...error, details: { doc_url: errorDocsPath(error.code) } };
  return { ...rest, error: told, finished_at: finishedAt };
}
