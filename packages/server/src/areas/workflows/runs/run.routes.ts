import { notFound } from '../../../kit/errors/index.ts';
import {
  type AnyRoute,
  accepted,
  defineRoute,
  ok,
  okList,
  type Principal,
  pageOf,
} from '../../../kit/http/index.ts';
import { parseId } from '../../../kit/ids.ts';
import type { WorkflowService } from '../workflow-service.ts';
import { findWorkflow } from '../workflows/workflow.repository.ts';
import { makerOf, workflowIdOf } from '../workflows/workflow.routes.ts';
import { workflowParams } from '../workflows/workflow.schema.ts';
import { retryFailedRuns, retryRun } from './retry-run.ts';
import { findRun, listRuns } from './run.repository.ts';
import {
  listRunsQuery,
  retriedRuns,
  retryRunQuery,
  retryRunsBody,
  runList,
  runParams,
  runRecord,
  toRetriedRuns,
  toRunRecord,
} from './run.schema.ts';

const base = '/v1/workflows/:workflowId/runs';
const read = { tag: 'Workflows', access: 'events:read', limits: ['workflows_api'] } as const;
const write = { ...read, access: 'events:write' } as const;

/** Routes for workflow runs. */
export function runRoutes(service: () => WorkflowService): AnyRoute[] {
  return [
    defineRoute({
      ...read,
      method: 'GET',
      path: base,
      operationId: 'listWorkflowRuns',
      reads: 'replica',
      summary: 'List the runs of a workflow',
      description: 'Newest first, each with the results of its actions.',
      params: workflowParams,
      query: listRunsQuery,
      responses: { 200: runList },
      errors: ['not_found'],
      handler: async ({ principal, params, query }) => {
        const { db } = service();
        const range = rangeOf(principal);
        const workflowId = workflowIdOf(params.workflowId);
        if ((await findWorkflow(db, range, workflowId)) === undefined) throw notFound('workflow');
        const page = pageOf(query);
        const { runs, total } = await listRuns(db, range, workflowId, query.status, page);
        return okList('runs', runs.map(toRunRecord), total, page);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${base}/:runId`,
      operationId: 'getWorkflowRun',
      summary: 'Read a run',
      params: runParams,
      responses: { 200: runRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const run = await findRun(
          service().db,
          rangeOf(principal),
          workflowIdOf(params.workflowId),
          runIdOf(params.runId),
        );
        if (run === undefined) throw notFound('run');
        return ok(toRunRecord(run));
      },
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: `${base}/:runId/retry`,
      operationId: 'retryWorkflowRun',
      summary: 'Retry a failed run',
      description:
        'From the action that failed. Succeeded actions are not repeated. The key needs the scopes of the actions.',
      params: runParams,
      query: retryRunQuery,
      responses: { 202: runRecord },
      errors: ['not_found', 'invalid_state', 'forbidden'],
      handler: async ({ principal, params, query }) =>
        accepted(
          toRunRecord(
            await retryRun(service(), rangeOf(principal), {
              workflowId: workflowIdOf(params.workflowId),
              runId: runIdOf(params.runId),
              isCurrent: query.revision === 'current',
              may: makerOf(principal).may,
            }),
          ),
        ),
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: '/v1/workflows/:workflowId/retry',
      operationId: 'retryFailedWorkflowRuns',
      summary: 'Retry all failed runs of a workflow',
      description:
        'Each from the action that failed, oldest first. Many runs need several requests: continue with `next` until it is null. The key needs the scopes of the actions.',
      params: workflowParams,
      body: retryRunsBody,
      bodyOptional: true,
      responses: { 202: retriedRuns },
      errors: ['not_found', 'forbidden'],
      handler: async ({ principal, params, body }) => {
        const { revision = 'own', after, limit = 50 } = body ?? {};
        return accepted(
          toRetriedRuns(
            await retryFailedRuns(service(), rangeOf(principal), {
              workflowId: workflowIdOf(params.workflowId),
              isCurrent: revision === 'current',
              may: makerOf(principal).may,
              afterId: after === undefined ? undefined : runIdOf(after),
              limit,
            }),
          ),
        );
      },
    }),
  ];
}

function rangeOf({ orgId }: Principal) {
  return { orgId };
}

function runIdOf(id: string): string {
  const uuid = parseId('run', id);
  if (uuid === undefined) throw notFound('run');
  return uuid;
}
