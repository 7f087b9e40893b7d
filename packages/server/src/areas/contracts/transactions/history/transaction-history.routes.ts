import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { type AnyRoute, defineRoute, ok, pageOf, toMoment } from '../../../../kit/http/index.ts';
import { contractParams } from '../../terms/wire.ts';
import { contractScope } from './contract-scope.ts';
import { listTransactions } from './list-transactions.ts';
import { listTransactionsQuery, toTransactionList, transactionList } from './transaction-history.schema.ts';

export function transactionHistoryRoutes(service: () => { db: AnyDatabase }): AnyRoute[] {
  return [
    defineRoute({
      tag: 'Contracts',
      environments: true,
      access: 'contracts:read',
      limits: ['contracts_queries'],
      method: 'GET',
      path: '/v1/contracts/contracts/:id/transactions',
      operationId: 'listContractTransactions',
      reads: 'replica',
      summary: "List a contract's transactions",
      description: 'Executions and deployments, newest first.',
      params: contractParams,
      query: listTransactionsQuery,
      responses: { 200: transactionList },
      errors: ['not_found'],
      handler: async ({ principal, params, query }) => {
        const page = pageOf(query);
        const found = await listTransactions(service(), {
          ...contractScope(principal, params.id),
          ...page,
          from: toDate(query.from),
          to: toDate(query.to),
          outcome: query.status,
          cursor: query.cursor,
        });
        return ok(toTransactionList(found, page));
      },
    }),
  ];
}

function toDate(timestamp: string | undefined): Date | undefined {
  return timestamp === undefined ? undefined : toMoment(timestamp);
}
