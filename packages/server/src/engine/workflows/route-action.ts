import { createHash } from 'node:crypto';
import type { TSchema } from 'typebox';
import { type AnyRoute, type IdempotencyStore, runIdempotent } from '../../kit/http/index.ts';
import type { StoredFile } from '../../kit/http/upload-column.ts';
import { newId } from '../../kit/ids.ts';
import type { ActionCall, WorkflowAction } from './workflow-action.ts';

declare module '../../kit/http/route.ts' {
  interface Route<P extends TSchema, Q extends TSchema, B extends TSchema, F extends StoredFile> {
    /** Makes the row available to workflows as this action; `params`: input names for the path parameters. */
    workflow?: { action: string; params?: Record<string, string> };
  }
}

type ObjectSchema = TSchema & { properties?: Record<string, TSchema>; required?: string[] };

/**
 * The actions defined by API rows with `workflow`: the input is the body plus the path parameters. An action
 * counts against its row's limits, and is performed once per idempotency key.
 */
export function routeActions(routes: readonly AnyRoute[], store: IdempotencyStore): WorkflowAction[] {
  return routes.flatMap((route) =>
    route.workflow === undefined ? [] : [routeAction(route, store, route.workflow)],
  );
}

function routeAction(
  route: AnyRoute,
  store: IdempotencyStore,
  { action, params: names = {} }: NonNullable<AnyRoute['workflow']>,
): WorkflowAction {
  const params = Object.entries((route.params as ObjectSchema | undefined)?.properties ?? {}).map(
    ([param, schema]) => ({ param, field: names[param] ?? param, schema }),
  );
  const { properties = {}, required = [] } = (route.body ?? {}) as ObjectSchema;
  const { idempotency_key: _key, correlation_id: correlation, ...fields } = properties;
  return {
    name: action,
    description: `${route.summary}.`,
    scope: route.access,
    limits: route.limits ?? [],
    environments: route.environments === true,
    inputSchema: {
      type: 'object',
      properties: { ...Object.fromEntries(params.map(({ field, schema }) => [field, schema])), ...fields },
      required: [...params.map(({ field }) => field), ...required],
      additionalProperties: false,
    } as TSchema,
    outputSchema: answerOf(route),
    async run(call) {
      const body: Record<string, unknown> = { ...call.input };
      const path: Record<string, unknown> = {};
      for (const { param, field } of params) {
        path[param] = body[field];
        delete body[field];
      }
      if (correlation !== undefined) body.correlation_id = call.correlationId;
      return ask(route, store, call, path, body);
    },
  };
}

/** The schema of the row's success response. */
function answerOf({ responses }: AnyRoute): TSchema {
  const schema = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  return (schema ?? { type: 'object' }) as TSchema;
}

async function ask(
  route: AnyRoute,
  store: IdempotencyStore,
  { orgId, runId, environment, keyId, correlationId, idempotencyKey }: ActionCall,
  params: Record<string, unknown>,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const context = {
    params,
    query: {},
    body: route.body === undefined ? undefined : body,
    file: undefined as never,
    principal: { orgId, environment, keyId, scopes: new Set([route.access]) },
    // Where the request came from, for the events that the handler causes.
    requestId: correlationId,
    headers: { 'idempotency-key': idempotencyKey },
    newId,
    clientAddress: () => undefined,
    logFields: {},
  };
  const hash = createHash('sha256')
    .update(JSON.stringify([params, body]))
    .digest();
  // The stored answer belongs to the run: the workflow may have another key by the next attempt.
  const keyed = { claimant: runId, key: idempotencyKey, hashes: { bytes: hash, meaning: hash } };
  const { answer } = await runIdempotent(store, route, context, keyed);
  if (answer.json !== undefined) return JSON.parse(answer.json) as Record<string, unknown>;
  return (answer.body ?? {}) as Record<string, unknown>;
}
