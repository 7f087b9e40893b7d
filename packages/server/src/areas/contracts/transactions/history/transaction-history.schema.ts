import { type Static, Type } from 'typebox';
import {
  named,
  nullable,
  pageQuery,
  strictObject,
  timestampField,
  toRecord,
} from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import type { TransactionPage } from './list-transactions.ts';
import type { HistoryEntry } from './transaction-history.repository.ts';

export const transactionStatuses = ['pending', 'confirmed', 'failed', 'cancelled'] as const;

export const listTransactionsQuery = strictObject({
  from: Type.Optional(timestampField('Only transactions sent at or after this time.')),
  to: Type.Optional(timestampField('Only transactions sent before this time.')),
  status: Type.Optional(
    Type.Enum([...transactionStatuses], { type: 'string', description: 'Only these values.' }),
  ),
  ...pageQuery,
  cursor: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'The `next_cursor` of an earlier response: continues after its last transaction, whatever was added since.',
    }),
  ),
});

export const transactionRecord = named(
  'Transaction',
  Type.Object({
    transaction_hash: nullable(Type.String(), 'Null if it was refused before sending.'),
    function: Type.String({ description: 'Full signature; `constructor` for a deployment.' }),
    from: Type.String({ description: 'Address, EIP-55.' }),
    to: nullable(Type.String(), 'Address, EIP-55; the new one for a deployment, null until it is known.'),
    value: Type.String({ description: 'Wei.' }),
    gas_used: nullable(Type.Integer(), 'Null until it is mined.'),
    status: Type.Enum([...transactionStatuses], {
      type: 'string',
      description: '`pending` until it has its confirmations.',
    }),
    failure_reason: nullable(Type.String(), 'The decoded reason; null if it did not fail.'),
    nonce: nullable(Type.Integer(), 'Null if it was refused before sending.'),
    timestamp: timestampField('When it was sent.'),
    network: Type.String({ description: 'The network.' }),
    simulated: Type.Boolean({ description: 'The network is simulated on the embedded chain.' }),
    block_number: nullable(Type.Integer(), 'Null until it is mined.'),
    execution_id: nullable(Type.String(), '`exe_…`; null for a deployment.'),
    deployment_id: nullable(Type.String(), '`dep_…`; null for an execution.'),
  }),
);

export const transactionList = Type.Object({
  transactions: Type.Array(transactionRecord, {
    description: 'Executions and deployments of this page, the newest first.',
  }),
  total: Type.Integer({ description: 'Number of matches, exactly.' }),
  limit: Type.Integer({ description: 'Maximum number of entries on a page.' }),
  offset: Type.Integer({ description: 'Number of entries before this page.' }),
  has_more: Type.Boolean({ description: 'There are more: follow `next_cursor`.' }),
  next_cursor: nullable(Type.String(), 'For `cursor`; null on the last page.'),
});

export function toTransactionRecord(entry: HistoryEntry): Static<typeof transactionRecord> {
  const isDeployment = entry.kind === 'deployment';
  return toRecord(transactionRecord, entry, {
    value: entry.valueWei,
    status: entry.outcome,
    timestamp: entry.createdAt.toISOString(),
    execution_id: isDeployment ? null : formatId('exe', entry.id),
    deployment_id: isDeployment ? formatId('dep', entry.id) : null,
  });
}

export function toTransactionList(
  { transactions, total, hasMore, nextCursor }: TransactionPage,
  page: { limit: number; offset: number },
): Static<typeof transactionList> {
  return {
    transactions: transactions.map(toTransactionRecord),
    total,
    ...page,
    has_more: hasMore,
    next_cursor: nextCursor,
  };
}
