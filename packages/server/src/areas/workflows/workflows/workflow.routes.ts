import { MAX_DEPTH } from '../../../engine/workflows/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import {
  type AnyRoute,
  created,
  defineRoute,
  grants,
  noContent,
  ok,
  okList,
  type Principal,
  pageOf,
} from '../../../kit/http/index.ts';
import { parseId, uuidOf } from '../../../kit/ids.ts';
import type { WorkflowMaker, WorkflowService } from '../workflow-service.ts';
import { createWorkflow } from './create-workflow.ts';
import { deleteWorkflow } from './delete-workflow.ts';
import { updateWorkflow } from './update-workflow.ts';
import { findWorkflow, listWorkflows } from './workflow.repository.ts';
import {
  actionList,
  createWorkflowBody,
  listWorkflowsQuery,
  toWorkflowRecord,
  updateWorkflowBody,
  workflowList,
  workflowParams,
  workflowRecord,
} from './workflow.schema.ts';

const base = '/v1/workflows';
const read = { tag: 'Workflows', access: 'events:read', limits: ['workflows_api'] } as const;
const write = { ...read, access: 'events:write' } as const;

/** Making, reading and changing workflows. `service` is asked only when a request comes. */
export function workflowRoutes(service: () => WorkflowService): AnyRoute[] {
  const setEnabled = async (principal: Principal, id: string, enabled: boolean) =>
    ok(
      toWorkflowRecord(
        await updateWorkflow(
          service(),
          rangeOf(principal),
          workflowIdOf(id),
          { enabled },
          makerOf(principal),
        ),
      ),
    );
  return [
    defineRoute({
      ...write,
      method: 'POST',
      path: base,
      operationId: 'createWorkflow',
      summary: 'Make a workflow',
      description:
        'Every event published after the answer that matches starts a run, in the commit that writes the event. The key needs the scopes of the actions.',
      body: createWorkflowBody,
      responses: { 201: workflowRecord },
      errors: ['invalid_event_type', 'forbidden', 'conflict', 'missing_required_field'],
      handler: async ({ principal, body, newId }) =>
        created(
          toWorkflowRecord(
            await createWorkflow(
              service(),
              rangeOf(principal),
              uuidOf(newId('wfl')),
              body,
              makerOf(principal),
            ),
          ),
        ),
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: base,
      operationId: 'listWorkflows',
      summary: 'List workflows',
      description: 'Newest first.',
      query: listWorkflowsQuery,
      responses: { 200: workflowList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { workflows, total } = await listWorkflows(service().db, rangeOf(principal), page);
        return okList('workflows', workflows.map(toWorkflowRecord), total, page);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${base}/actions`,
      operationId: 'listWorkflowActions',
      summary: 'List what workflows can do',
      description: 'Every kind of action, with the schema of its input.',
      responses: { 200: actionList },
      handler: () =>
        ok({
          actions: service()
            .engine.actions.list()
            .map(({ name, description, scope, inputSchema }) => ({
              action: name,
              description,
              scope,
              input_schema: JSON.parse(JSON.stringify(inputSchema)),
            })),
          max_depth: MAX_DEPTH,
        }),
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${base}/:workflowId`,
      operationId: 'getWorkflow',
      summary: 'Read a workflow',
      params: workflowParams,
      responses: { 200: workflowRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const found = await findWorkflow(service().db, rangeOf(principal), workflowIdOf(params.workflowId));
        if (found === undefined) throw notFound('workflow');
        return ok(toWorkflowRecord(found));
      },
    }),
    defineRoute({
      ...write,
      method: 'PUT',
      path: `${base}/:workflowId`,
      operationId: 'updateWorkflow',
      summary: 'Change a workflow',
      description:
        'Fields that are left out stay. Queued runs do what the workflow said when their event was published.',
      params: workflowParams,
      body: updateWorkflowBody,
      responses: { 200: workflowRecord },
      errors: ['not_found', 'invalid_event_type', 'forbidden'],
      handler: async ({ principal, params, body }) =>
        ok(
          toWorkflowRecord(
            await updateWorkflow(
              service(),
              rangeOf(principal),
              workflowIdOf(params.workflowId),
              body,
              makerOf(principal),
            ),
          ),
        ),
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: `${base}/:workflowId/enable`,
      operationId: 'enableWorkflow',
      summary: 'Enable a workflow',
      description: 'Events that are published after the answer start runs again.',
      params: workflowParams,
      responses: { 200: workflowRecord },
      errors: ['not_found'],
      handler: ({ principal, params }) => setEnabled(principal, params.workflowId, true),
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: `${base}/:workflowId/disable`,
      operationId: 'disableWorkflow',
      summary: 'Disable a workflow',
      description: 'Events start no more runs. Queued runs are still done.',
      params: workflowParams,
      responses: { 200: workflowRecord },
      errors: ['not_found'],
      handler: ({ principal, params }) => setEnabled(principal, params.workflowId, false),
    }),
    defineRoute({
      ...write,
      method: 'DELETE',
      path: `${base}/:workflowId`,
      operationId: 'deleteWorkflow',
      summary: 'Delete a workflow',
      description: 'Queued runs are not done, and its earlier runs are deleted.',
      params: workflowParams,
      responses: { 204: null },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        await deleteWorkflow(service(), rangeOf(principal), workflowIdOf(params.workflowId));
        return noContent();
      },
    }),
  ];
}

function rangeOf({ orgId }: Principal) {
  return { orgId };
}

function makerOf(principal: Principal): WorkflowMaker {
  const { keyId, environment } = principal;
  return { keyId, environment, may: (scope) => grants(principal, scope) };
}

export function workflowIdOf(id: string): string {
  const uuid = parseId('wfl', id);
  if (uuid === undefined) throw notFound('workflow');
  return uuid;
}
