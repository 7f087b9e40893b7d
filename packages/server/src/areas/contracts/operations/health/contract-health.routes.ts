import { type AnyRoute, defineRoute, ok } from '../../../../kit/http/index.ts';
import { contractScope } from '../../transactions/history/contract-scope.ts';
import { contractParams } from '../../transactions/history/transaction-history.schema.ts';
import { healthRecord, toHealthRecord } from './contract-health.schema.ts';
import { type HealthService, readContractHealth } from './contract-health.ts';

export function contractHealthRoutes(service: () => HealthService): AnyRoute[] {
  return [
    defineRoute({
      tag: 'Contracts',
      environments: true,
      access: 'contracts:read',
      limits: ['contracts_queries'],
      method: 'GET',
      path: '/v1/contracts/contracts/:id/health',
      operationId: 'getContractHealth',
      summary: "Read a contract's health",
      description: 'From its stored executions, in all and over sliding windows, with its alerts.',
      params: contractParams,
      responses: { 200: healthRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) =>
        ok(
          toHealthRecord(params.id, await readContractHealth(service(), contractScope(principal, params.id))),
        ),
    }),
  ];
}
