import type { TSchema } from 'typebox';
import { notFound } from '../../../../kit/errors/index.ts';
import { type AnyRoute, accepted, defineRoute, ok } from '../../../../kit/http/index.ts';
import { parseId } from '../../../../kit/ids.ts';
import type { Owner } from '../../terms/contract-tables.ts';
import { base, cancelBody, deploymentParams, executionParams } from '../../terms/wire.ts';
import { confirmationsOf } from './confirmations-of.ts';
import type { ContractsCore } from './contracts-core.ts';
import { cancelTransaction } from './pipeline/cancel-transaction.ts';
import { findTransaction } from './pipeline/transaction.repository.ts';
import type { TransactionRecord } from './pipeline/transaction-record.ts';

const kinds = {
  deployment: {
    prefix: 'dep',
    params: deploymentParams,
    limits: ['contracts_deployments'],
    one: 'a deployment',
    read: 'getDeployment',
    cancel: 'cancelDeployment',
  },
  execution: {
    prefix: 'exe',
    params: executionParams,
    limits: ['contracts_executions'],
    one: 'an execution',
    read: 'getExecution',
    cancel: 'cancelExecution',
  },
} as const;

/** The response format of a kind of transaction. */
export interface TransactionWire {
  kind: keyof typeof kinds;
  schema: TSchema;
  toRecord(record: TransactionRecord, confirmations: number): unknown;
}

/** By its public id. Throws `not_found` for one of another kind. */
export async function readTransaction(
  { db }: ContractsCore,
  owner: Owner,
  { kind, id }: { kind: keyof typeof kinds; id: string },
): Promise<TransactionRecord> {
  const uuid = parseId(kinds[kind].prefix, id);
  const record = uuid === undefined ? undefined : await findTransaction(db, owner, uuid);
  if (record?.kind !== kind) throw notFound(kind);
  return record;
}

/** Operations on both deployments and executions. */
export function transactionRoutes(
  service: () => ContractsCore,
  { kind, schema, toRecord }: TransactionWire,
): AnyRoute[] {
  const { prefix, params, limits, one, read, cancel } = kinds[kind];
  const answer = (record: TransactionRecord) => toRecord(record, confirmationsOf(service(), record));
  return [
    defineRoute({
      tag: 'Contracts',
      environments: true,
      access: 'contracts:write',
      limits: [...limits],
      method: 'POST',
      path: `${base}/${kind}s/:id/cancel`,
      operationId: cancel,
      summary: `Cancel a pending ${kind}`,
      description: `An empty transaction with a higher fee takes its nonce, so that later ones go on. The block decides which of the two counts: the ${kind} ends as \`cancelled\`, or as if nobody had asked.`,
      params,
      body: cancelBody,
      bodyOptional: true,
      responses: { 202: schema },
      errors: ['not_found', 'invalid_state'],
      handler: async ({ principal: { orgId, environment }, params, body }) => {
        const id = parseId(prefix, params.id);
        if (id === undefined) throw notFound(kind);
        const reason = body?.reason ?? null;
        return accepted(answer(await cancelTransaction(service(), { orgId, environment, kind, id, reason })));
      },
    }),
    defineRoute({
      tag: 'Contracts',
      environments: true,
      access: 'contracts:read',
      limits: ['contracts_queries'],
      method: 'GET',
      path: `${base}/${kind}s/:id`,
      operationId: read,
      summary: `Read ${one}`,
      params,
      responses: { 200: schema },
      errors: ['not_found'],
      handler: async ({ principal, params: { id } }) =>
        ok(answer(await readTransaction(service(), principal, { kind, id }))),
    }),
  ];
}
