import { notFound } from '../../../../kit/errors/index.ts';
import type { ContractsCore } from './contracts-core.ts';
import type { ExecuteRequest } from './execution-ports.ts';
import { type PreparedExecution, prepareExecution } from './prepare-execution.ts';

export type EstimateRequest = Omit<
  ExecuteRequest,
  'id' | 'idempotencyKey' | 'skipSimulation' | 'confirmationsRequired' | 'correlationId'
>;

/** Simulates an execution; nothing is signed, stored or published. Throws like `executeContract`. */
export async function estimateExecution(
  core: ContractsCore,
  request: EstimateRequest,
): Promise<PreparedExecution> {
  const target = await core.targets.add({ ...request, network: request.network });
  if (target === undefined) throw notFound('contract');
  return prepareExecution(core, request, target);
}
