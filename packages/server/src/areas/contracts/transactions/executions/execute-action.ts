import { type Static, Type } from 'typebox';
import type { WorkflowAction } from '../../../../engine/workflows/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { fromRecord, nullable, strictObject } from '../../../../kit/http/index.ts';
import { formatId, parseId } from '../../../../kit/ids.ts';
import type { ContractsCore } from './contracts-core.ts';
import { executeContract } from './execute-contract.ts';
import { executeBody } from './execution.schema.ts';

/** Common properties of executing by API and by workflow. */
export const executing = {
  summary: 'Execute a function of a contract',
  access: 'contracts:write',
  limits: ['contracts_executions'],
  environments: true,
} as const;

const { idempotency_key: _key, ...fields } = executeBody.properties;
const inputSchema = strictObject({
  contract_id: Type.String({ description: 'The contract, `ctr_…`.' }),
  ...fields,
});

const outputSchema = Type.Object({
  execution_id: Type.String({ description: 'The execution, `exe_…`.' }),
  contract_id: Type.String(),
  status: Type.String(),
  transaction_hash: nullable(Type.String()),
  simulated: Type.Boolean(),
});

/**
 * Executes a function for a workflow. Not declared as the route's `workflow`: the run's key becomes the
 * execution's own idempotency key, which is kept for good, so that a run retried much later sends nothing
 * twice.
 */
export function executeContractAction(core: ContractsCore): WorkflowAction {
  return {
    name: 'contracts.execute',
    description: `${executing.summary}.`,
    scope: executing.access,
    limits: executing.limits,
    environments: executing.environments,
    inputSchema,
    outputSchema,
    async run({ orgId, environment, keyId, input, correlationId, idempotencyKey }) {
      const wanted = input as Static<typeof inputSchema>;
      const contractId = parseId('ctr', wanted.contract_id);
      if (contractId === undefined) throw notFound('contract');
      const accepted = await executeContract(core, {
        ...fromRecord(inputSchema, wanted),
        orgId,
        environment,
        keyId,
        contractId,
        idempotencyKey,
        correlationId,
      });
      return {
        execution_id: formatId('exe', accepted.executionId),
        contract_id: wanted.contract_id,
        status: accepted.status,
        transaction_hash: accepted.transactionHash,
        simulated: accepted.simulated,
      };
    },
  };
}
