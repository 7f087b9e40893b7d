import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { invalidField, notFound } from '../../../../kit/errors/index.ts';
import type { ContractScope } from './contract-scope.ts';
import { formatCursor, parseCursor } from './history-cursor.ts';
import { type HistoryEntry, type HistoryFilter, readHistory } from './transaction-history.repository.ts';

export interface ListTransactionsRequest extends ContractScope, HistoryFilter {
  limit: number;
  offset: number;
  /** From an earlier response. */
  cursor?: string | undefined;
}

export interface TransactionPage {
  transactions: HistoryEntry[];
  total: number;
  hasMore: boolean;
  nextCursor: string | null;
}

/**
 * A contract's transactions, newest first, with the exact total of matches.
 *
 * @throws AppError not_found, invalid_request for an invalid cursor
 */
export async function listTransactions(
  { db }: { db: AnyDatabase },
  { limit, offset, cursor, ...request }: ListTransactionsRequest,
): Promise<TransactionPage> {
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  if (cursor !== undefined && (after === undefined || offset > 0)) {
    throw invalidField(
      'cursor',
      '`cursor` must be the `next_cursor` of an earlier answer, and goes without `offset`.',
    );
  }
  const found = await readHistory(db, request, request, { limit: limit + 1, offset, after });
  if (found === undefined) throw notFound('contract');
  const transactions = found.entries.slice(0, limit);
  const last = transactions.at(-1);
  const hasMore = found.entries.length > limit;
  return {
    transactions,
    total: found.totals
      .filter(({ outcome }) => request.outcome === undefined || outcome === request.outcome)
      .reduce((sum, { transactions }) => sum + transactions, 0),
    hasMore,
    nextCursor: hasMore && last !== undefined ? formatCursor(last) : null,
  };
}
