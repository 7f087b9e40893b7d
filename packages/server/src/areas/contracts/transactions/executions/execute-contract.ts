import { createHash } from 'node:crypto';
import { AppError, notFound } from '../../../../kit/errors/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import { contractsErrors } from '../../terms/contracts-errors.ts';
import type { ContractsCore } from './contracts-core.ts';
import { assertFunds } from './costs/funds.ts';
import type { AcceptedExecution, ExecuteRequest } from './execution-ports.ts';
import { findTransaction } from './pipeline/transaction.repository.ts';
import { repeated } from './pipeline/transaction-batch.ts';
import type { TransactionRecord } from './pipeline/transaction-record.ts';
import { prepareExecution } from './prepare-execution.ts';
import type { Revert } from './reverts/revert.ts';

/**
 * Accepts an execution. The checks run in this order: contract, repeated key, function and arguments, gas,
 * network, simulation on the chain. Throws the error for the API; a failure that the simulation predicts is
 * recorded as well.
 */
export async function executeContract(
  core: ContractsCore,
  request: ExecuteRequest,
): Promise<AcceptedExecution> {
  const bodyHash = request.idempotencyKey === undefined ? null : hashBody(request);
  const [target, earlier] = await Promise.all([
    core.targets.add({ ...request, network: request.network }),
    request.idempotencyKey === undefined
      ? undefined
      : core.keys.add({ ...request, idempotencyKey: request.idempotencyKey }),
  ]);
  if (target === undefined) throw notFound('contract');
  if (earlier !== undefined) return answer(repeated(earlier, bodyHash), request);
  const made = request.id === undefined ? undefined : await findTransaction(core.db, request, request.id);
  if (made !== undefined) return answer({ kind: 'repeated', record: made }, request);
  const { prepared, funds } = await prepareExecution(core, request, target);
  if (request.skipSimulation !== true) assertFunds(prepared, funds);
  return answer(await core.pipeline.accept({ ...prepared, bodyHash }), request);
}

/** Two requests with the same hash ask for the same execution, however their JSON is formatted. */
function hashBody(request: ExecuteRequest): Buffer {
  const { contractId, network, args, gasLimit, gasPrice, value, confirmationsRequired, skipSimulation } =
    request;
  const body = [
    contractId,
    network,
    request.function,
    args,
    gasLimit,
    gasPrice,
    value,
    confirmationsRequired,
    skipSimulation,
  ];
  return createHash('sha256').update(JSON.stringify(body)).digest();
}

type Outcome = Awaited<ReturnType<ContractsCore['pipeline']['accept']>>;

function answer(outcome: Outcome, request: ExecuteRequest): AcceptedExecution {
  if (outcome.kind === 'refused') throw outcome.error;
  const { record } = outcome;
  const [transactionHash] = record.hashes;
  // A refusal before sending has no hash; its first response was the refusal.
  if (transactionHash === undefined) throw executionFailed(record);
  return {
    executionId: record.id,
    status: 'pending',
    transactionHash,
    estimatedConfirmation: required(record.estimatedConfirmationAt, 'when it is expected'),
    idempotencyKey: request.idempotencyKey ?? null,
    simulated: record.simulated,
    replayed: outcome.kind === 'repeated',
  };
}

function executionFailed(record: TransactionRecord): AppError {
  const error = record.error as Revert;
  return new AppError(contractsErrors.execution_failed, {
    message: sentence(`The execution would fail on the chain, so nothing was sent: ${error.reason}`),
    details: { execution_id: formatId('exe', record.id), ...revertDetails(error) },
  });
}

const MAX_MESSAGE = 1_000;

/** Reasons come from contracts, with any or no punctuation at the end. */
export function sentence(text: string): string {
  const cut = text.slice(0, MAX_MESSAGE).trim();
  return /[.!?]$/.test(cut) ? cut : `${cut}.`;
}

/** The details of a revert in a refusal. */
export function revertDetails({ kind, name, args, reason, raw }: Revert): Record<string, unknown> {
  return { kind, name: name ?? null, args: args ?? [], reason, raw: raw ?? '0x' };
}
