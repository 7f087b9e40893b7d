import { AppError, notFound } from '../../../../../kit/errors/index.ts';
import type { Owner, TransactionKind } from '../../../terms/contract-tables.ts';
import type { ContractsCore } from '../contracts-core.ts';
import { findTransaction, requestCancellation } from './transaction.repository.ts';
import type { TransactionRecord } from './transaction-record.ts';

export interface CancelRequest extends Owner {
  kind: TransactionKind;
  id: string;
  reason: string | null;
}

/**
 * Requests the cancellation of an execution or a deployment: an empty transaction with a higher fee takes its
 * nonce, unless it is mined first. Whichever is mined decides between `cancelled` and the normal outcome.
 *
 * @throws AppError not_found, invalid_state once it is settled
 */
export async function cancelTransaction(
  core: ContractsCore,
  request: CancelRequest,
): Promise<TransactionRecord> {
  const { kind, id } = request;
  const now = new Date(core.clock.now());
  const asked = await requestCancellation(core.db, request, { kind, id }, request.reason, now);
  if (asked !== undefined) {
    core.pipeline.cancel(asked);
    return asked;
  }
  const record = await findTransaction(core.db, request, id);
  if (record?.kind !== kind) throw notFound(kind);
  // Already cancelled.
  if (record.status === 'cancelled') return record;
  const message =
    record.status === 'pending'
      ? `This is a restored copy of the ${kind}: it is not watched, and cannot be cancelled here.`
      : `The ${kind} is \`${record.status}\`, and a chain takes nothing back. Only a pending one can be cancelled.`;
  throw new AppError('invalid_state', { message });
}
