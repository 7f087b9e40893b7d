import type { TSchema } from 'typebox';
import type { ExecuteContract } from '../areas/contracts/index.ts';
import type { WorkflowAction } from '../engine/workflows/index.ts';
import { notFound } from '../kit/errors/index.ts';
import type { AnyRoute } from '../kit/http/index.ts';
import { formatId, parseId } from '../kit/ids.ts';

interface ExecuteInput {
  contract_id: string;
  network?: string;
  function: string;
  args?: unknown[];
  gas_limit?: number;
  gas_price?: string;
  value?: string;
  confirmations_required?: number;
  skip_simulation?: boolean;
}

/** Executes a contract's function for a workflow; `route` is the same by the API, and says what the input is. */
export function executeContractAction(execute: ExecuteContract, route: AnyRoute): WorkflowAction {
  const { properties, required = [] } = route.body as TSchema & {
    properties: Record<string, TSchema>;
    required?: string[];
  };
  const { idempotency_key: _key, ...fields } = properties;
  return {
    name: 'contracts.execute',
    description: `${route.summary}.`,
    scope: route.access,
    limits: route.limits ?? [],
    environments: route.environments === true,
    inputSchema: {
      type: 'object',
      properties: { contract_id: { type: 'string', description: 'The contract, `ctr_…`.' }, ...fields },
      required: ['contract_id', ...required],
      additionalProperties: false,
    } as TSchema,
    async run({ orgId, environment, keyId, input, correlationId, idempotencyKey }) {
      const wanted = input as unknown as ExecuteInput;
      const contractId = parseId('ctr', wanted.contract_id);
      if (contractId === undefined) throw notFound('contract');
      const accepted = await execute({
        orgId,
        environment,
        keyId,
        contractId,
        network: wanted.network,
        function: wanted.function,
        args: wanted.args,
        gasLimit: wanted.gas_limit,
        gasPrice: wanted.gas_price,
        value: wanted.value,
        confirmationsRequired: wanted.confirmations_required,
        skipSimulation: wanted.skip_simulation,
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
