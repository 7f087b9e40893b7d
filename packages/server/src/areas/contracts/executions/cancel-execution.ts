import { AppError, notFound } from '../../../kit/errors/index.ts';
import type { Owner } from '../contracts/contract-tables.ts';
import type { ContractsCore } from '../contracts/contracts-core.ts';
import { findTransaction, requestCancellation } from './pipeline/transaction.repository.ts';
import type { TransactionRecord } from './pipeline/transaction-record.ts';

export interface CancelRequest extends Owner {
  id: string;
  reason: string | null;
}

/**
 * Asks for an execution to be cancelled: an empty transaction with a higher fee takes its nonce, unless a block
 * takes the execution first. Whichever is mined decides between `cancelled` and the outcome of the execution.
 *
 * @throws AppError not_found, invalid_state once its last word is known
 */
export async function cancelExecution(
  core: ContractsCore,
  request: CancelRequest,
): Promise<TransactionRecord> {
  const now = new Date(core.clock.now());
  const asked = await requestCancellation(core.db, request, request.id, request.reason, now);
  if (asked !== undefined) {
    core.pipeline.cancel(asked);
    return asked;
  }
  const record = await findTransaction(core.db, request, request.id);
  if (record?.kind !== 'execution') throw notFound('execution');
  // What is asked for is so already.
  if (record.status === 'cancelled') return record;
  const message =
    record.status === 'pending'
      ? 'This is a restored copy of an execution: it is not watched, and cannot be cancelled here.'
      : `The execution is \`${record.status}\`, and a chain takes nothing back. Only a pending one can be cancelled.`;
  throw new AppError('invalid_state', { message });
}
