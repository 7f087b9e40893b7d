import {
  type AnyRoute,
  accepted,
  defineRoute,
  fromRecord,
  ok,
  okList,
  pageOf,
  pageQuery,
  strictObject,
} from '../../../../kit/http/index.ts';
import { formatId, parseId } from '../../../../kit/ids.ts';
import { base, contractIdOf, contractParams, executionParams, read } from '../../terms/wire.ts';
import { callContract } from './call-contract.ts';
import type { ContractsCore } from './contracts-core.ts';
import { estimateExecution } from './estimate-execution.ts';
import { executing } from './execute-action.ts';
import { executeContract } from './execute-contract.ts';
import {
  acceptedExecution,
  callBody,
  callResult,
  estimateBody,
  executeBody,
  executionEstimate,
  executionEvents,
  executionRecord,
  toAcceptedExecution,
  toExecutionEstimate,
  toExecutionEvent,
  toExecutionRecord,
} from './execution.schema.ts';
import { executionCalls, toExecutionCall } from './execution-calls.schema.ts';
import { listExecutionCalls } from './list-execution-calls.ts';
import { listExecutionEvents } from './list-execution-events.ts';
import { readTransaction, transactionRoutes } from './transaction.routes.ts';

export function executionRoutes(service: () => ContractsCore): AnyRoute[] {
  return [
    defineRoute({
      ...executing,
      tag: 'Contracts',
      method: 'POST',
      path: `${base}/contracts/:id/execute`,
      operationId: 'executeContract',
      description:
        'The transaction is signed and stored when this is answered, and sent right after. With an `idempotency_key`, a repeated request executes once: the same body gets the first answer again, another body gets 409.',
      params: contractParams,
      body: executeBody,
      exactNumbers: true,
      responses: { 202: acceptedExecution },
      errors: [
        'not_found',
        'invalid_arguments',
        'insufficient_gas',
        'insufficient_funds',
        'spend_limit_exceeded',
        'idempotency_conflict',
        'contract_not_deployed',
        'execution_failed',
        'network_unavailable',
      ],
      handler: async ({ principal, params, body, newId, headers }) => {
        const execution = await executeContract(service(), {
          orgId: principal.orgId,
          environment: principal.environment,
          keyId: principal.keyId,
          contractId: contractIdOf(params.id),
          ...fromRecord(executeBody, body),
          // With the header, a retry gets the same id and finds what the first attempt created.
          id: headers['idempotency-key'] === undefined ? undefined : parseId('exe', newId('exe')),
        });
        const reply = accepted(toAcceptedExecution(execution));
        return execution.replayed ? { ...reply, headers: { 'idempotent-replayed': 'true' } } : reply;
      },
    }),
    defineRoute({
      ...read,
      method: 'POST',
      path: `${base}/contracts/:id/estimate`,
      operationId: 'estimateExecution',
      summary: 'Simulate an execution',
      description:
        'Runs the checks before sending, and returns what the execution would cost, or why it would fail. Nothing is signed, stored or paid.',
      params: contractParams,
      body: estimateBody,
      exactNumbers: true,
      idempotent: false,
      responses: { 200: executionEstimate },
      errors: [
        'not_found',
        'invalid_arguments',
        'insufficient_gas',
        'insufficient_funds',
        'contract_not_deployed',
        'network_unavailable',
      ],
      handler: async ({ principal, params, body }) => {
        const found = await estimateExecution(service(), {
          orgId: principal.orgId,
          environment: principal.environment,
          keyId: principal.keyId,
          contractId: contractIdOf(params.id),
          ...fromRecord(estimateBody, body),
        });
        return ok(toExecutionEstimate(found));
      },
    }),
    defineRoute({
      ...read,
      method: 'POST',
      path: `${base}/contracts/:id/call`,
      operationId: 'callContract',
      summary: 'Call a function without a transaction',
      description:
        'Runs the function on the state of a block and answers what it returns. Nothing is signed or paid.',
      params: contractParams,
      body: callBody,
      exactNumbers: true,
      idempotent: false,
      responses: { 200: callResult },
      errors: [
        'not_found',
        'invalid_arguments',
        'contract_not_deployed',
        'execution_failed',
        'network_unavailable',
      ],
      handler: async ({ principal, params, body }) => {
        const contractId = contractIdOf(params.id);
        const result = await callContract(service(), {
          ...body,
          orgId: principal.orgId,
          environment: principal.environment,
          contractId,
          block: body.block as 'latest' | 'pending' | number | undefined,
        });
        const { simulated, outputs, ...rest } = result;
        const values = outputs.map(({ value }) => value);
        return ok({
          contract_id: formatId('ctr', contractId),
          ...rest,
          outputs,
          result: values.length === 1 ? values[0] : values,
          ...(simulated && { simulated: true }),
        });
      },
    }),
    ...transactionRoutes(service, {
      kind: 'execution',
      schema: executionRecord,
      toRecord: toExecutionRecord,
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${base}/executions/:id/events`,
      operationId: 'listExecutionEvents',
      reads: 'replica',
      summary: 'List the events of an execution',
      description:
        'What its transaction emitted, in order, by the receipt that the network has of it; decoded by the ABI of the contract.',
      params: executionParams,
      query: strictObject({ ...pageQuery }),
      responses: { 200: executionEvents },
      errors: ['not_found', 'network_unavailable'],
      handler: async ({ principal, params, query }) => {
        const record = await readTransaction(service(), principal, { kind: 'execution', id: params.id });
        const page = pageOf(query);
        const { events, total } = await listExecutionEvents(service(), record, page);
        return okList('events', events.map(toExecutionEvent), total, page);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${base}/executions/:id/calls`,
      operationId: 'listExecutionCalls',
      summary: 'List the calls of an execution',
      description:
        'What its transaction called, in order, each before the calls that it made, as a node of the network traced it; decoded by the ABIs of the environment. `trace` says why there are none.',
      params: executionParams,
      query: strictObject({ ...pageQuery }),
      responses: { 200: executionCalls },
      errors: ['not_found', 'network_unavailable'],
      handler: async ({ principal, params, query }) => {
        const record = await readTransaction(service(), principal, { kind: 'execution', id: params.id });
        const page = pageOf(query);
        const { state, calls, total } = await listExecutionCalls(service(), record, page);
        const hasMore = page.offset + calls.length < total;
        return ok({ calls: calls.map(toExecutionCall), total, ...page, has_more: hasMore, trace: state });
      },
    }),
  ];
}
