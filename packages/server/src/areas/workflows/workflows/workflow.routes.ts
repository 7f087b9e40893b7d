import { acknowledgementRoutes } from '../../../engine/acknowledgements/index.ts';
import { MAX_DEPTH } from '../../../engine/workflows/index.ts';
import { only } from '../../../kit/db/index.ts';
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
  toJsonSchema,
} from '../../../kit/http/index.ts';
import { formatId, parseId, uuidOf } from '../../../kit/ids.ts';
import type { WorkflowMaker, WorkflowService } from '../workflow-service.ts';
import { createWorkflow } from './create-workflow.ts';
import { deleteWorkflow } from './delete-workflow.ts';
import { holdWorkflow } from './hold-workflow.ts';
import { previewBody, previewResult, toPreviewResult } from './preview.schema.ts';
import { previewWorkflow } from './preview-workflow.ts';
import { updateWorkflow } from './update-workflow.ts';
import { findWorkflow, listWorkflows, type Workflow } from './workflow.repository.ts';
import {
  actionList,
  createWorkflowBody,
  listWorkflowsQuery,
  toWorkflowRecord,
  type UpdateWorkflowInput,
  updateWorkflowBody,
  workflowList,
  workflowParams,
  workflowRecord,
} from './workflow.schema.ts';
import { workflowEvents } from './workflow-events.ts';
import { withHealth } from './workflow-health.repository.ts';

const base = '/v1/workflows';
const read = { tag: 'Workflows', access: 'events:read', limits: ['workflows_api'] } as const;
const write = { ...read, access: 'events:write' } as const;

/** Creating, reading and changing workflows. `service` is resolved per request. */
export function workflowRoutes(service: () => WorkflowService): AnyRoute[] {
  const recordsOf = async ({ orgId }: Principal, workflows: Workflow[]) => {
    const ids = workflows.map(({ id }) => formatId('wfl', id));
    const [found, acknowledged] = await Promise.all([
      withHealth(service().db, orgId, workflows),
      service().acknowledgements.of(orgId, ids),
    ]);
    return found.map((workflow, i) => toWorkflowRecord(workflow, acknowledged.get(ids[i] ?? '')));
  };
  const recordOf = async (principal: Principal, workflow: Workflow) =>
    only(await recordsOf(principal, [workflow]));
  const change = async (principal: Principal, id: string, input: UpdateWorkflowInput) => {
    const uuid = workflowIdOf(id);
    const changed = await updateWorkflow(service(), rangeOf(principal), uuid, input, makerOf(principal));
    return ok(await recordOf(principal, changed));
  };
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
      errors: ['invalid_event_type', 'forbidden', 'conflict', 'missing_required_field', 'quota_reached'],
      handler: async ({ principal, body, newId }) =>
        created(
          await recordOf(
            principal,
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
      reads: 'replica',
      summary: 'List workflows',
      description: 'Newest first.',
      query: listWorkflowsQuery,
      responses: { 200: workflowList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { workflows, total } = await listWorkflows(service().db, rangeOf(principal), page);
        return okList('workflows', await recordsOf(principal, workflows), total, page);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${base}/actions`,
      operationId: 'listWorkflowActions',
      summary: 'List what workflows can do',
      description: 'Every kind of action, with the schemas of its input and of its result.',
      responses: { 200: actionList },
      handler: () =>
        ok({
          actions: service()
            .engine.actions.list()
            .map(({ name, description, scope, inputSchema, outputSchema }) => ({
              action: name,
              description,
              scope,
              input_schema: toJsonSchema(inputSchema),
              output_schema: toJsonSchema(outputSchema),
            })),
          max_depth: MAX_DEPTH,
        }),
    }),
    defineRoute({
      ...read,
      method: 'POST',
      path: `${base}/preview`,
      operationId: 'previewWorkflow',
      idempotent: false,
      summary: 'Test a workflow on a past event',
      description:
        'A dry run of a workflow that need not exist: whether the event starts it, and the input of each action. Nothing is executed or stored.',
      body: previewBody,
      responses: { 200: previewResult },
      errors: ['not_found', 'invalid_event_type', 'forbidden', 'missing_required_field'],
      handler: async ({ principal, body }) => {
        const done = await previewWorkflow(service(), rangeOf(principal), body, makerOf(principal));
        return ok(toPreviewResult(done.event, done.preview));
      },
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
        return ok(await recordOf(principal, found));
      },
    }),
    defineRoute({
      ...write,
      method: 'PUT',
      path: `${base}/:workflowId`,
      operationId: 'updateWorkflow',
      summary: 'Change a workflow',
      description:
        'Omitted fields stay unchanged. Queued runs use the workflow as it was when their event was published.',
      params: workflowParams,
      body: updateWorkflowBody,
      responses: { 200: workflowRecord },
      errors: ['not_found', 'invalid_event_type', 'forbidden'],
      handler: ({ principal, params, body }) => change(principal, params.workflowId, body),
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: `${base}/:workflowId/enable`,
      operationId: 'enableWorkflow',
      summary: 'Enable a workflow',
      description:
        'Events that are published after the answer start runs again. The key needs the scopes of the actions.',
      params: workflowParams,
      responses: { 200: workflowRecord },
      errors: ['not_found', 'forbidden'],
      handler: ({ principal, params }) => change(principal, params.workflowId, { enabled: true }),
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: `${base}/:workflowId/disable`,
      operationId: 'disableWorkflow',
      summary: 'Disable a workflow',
      description: 'Events start no more runs. Queued runs are still executed.',
      params: workflowParams,
      responses: { 200: workflowRecord },
      errors: ['not_found'],
      handler: ({ principal, params }) => change(principal, params.workflowId, { enabled: false }),
    }),
    defineRoute({
      ...write,
      method: 'DELETE',
      path: `${base}/:workflowId`,
      operationId: 'deleteWorkflow',
      summary: 'Delete a workflow',
      description: 'Queued runs are not executed, and its earlier runs are deleted.',
      params: workflowParams,
      responses: { 204: null },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        await deleteWorkflow(service(), rangeOf(principal), workflowIdOf(params.workflowId));
        return noContent();
      },
    }),
    ...acknowledgementRoutes({
      ...write,
      path: `${base}/:workflowId`,
      params: workflowParams,
      operation: 'Workflow',
      what: 'what fails in a workflow',
      holds: 'It holds until a run succeeds.',
      acknowledgements: () => service().acknowledgements,
      async find(principal, { workflowId }) {
        const workflow = await findWorkflow(service().db, rangeOf(principal), workflowIdOf(workflowId));
        if (workflow === undefined) throw notFound('workflow');
        const { orgId } = principal;
        return {
          orgId,
          subject: workflowId,
          hold: (tx) => holdWorkflow(tx, { orgId }, workflow.id),
          tell: (action, fields) => workflowEvents(workflow, action, fields),
        };
      },
    }),
  ];
}

function rangeOf({ orgId }: Principal) {
  return { orgId };
}

export function makerOf(principal: Principal): WorkflowMaker {
  const { keyId, environment } = principal;
  return { keyId, environment, may: (scope) => grants(principal, scope) };
}

export function workflowIdOf(id: string): string {
  const uuid = parseId('wfl', id);
  if (uuid === undefined) throw notFound('workflow');
  return uuid;
}
