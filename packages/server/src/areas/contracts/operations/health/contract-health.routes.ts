import { type AnyRoute, defineRoute, ok } from '../../../../kit/http/index.ts';
import { contractParams, readOperations } from '../../terms/wire.ts';
import { contractScope } from '../../transactions/history/contract-scope.ts';
import {
  healthRecord,
  statisticsQuery,
  statisticsRecord,
  toHealthRecord,
  toStatisticsRecord,
} from './contract-health.schema.ts';
import { type HealthService, readContractHealth, readContractStatistics } from './contract-health.ts';

export function contractHealthRoutes(service: () => HealthService): AnyRoute[] {
  return [
    defineRoute({
      ...readOperations,
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
    defineRoute({
      ...readOperations,
      method: 'GET',
      path: '/v1/contracts/contracts/:id/statistics',
      operationId: 'getContractStatistics',
      reads: 'replica',
      summary: "Read a contract's figures over time",
      description: 'From its stored executions, by the minute, the hour or the day. The numbers are exact.',
      params: contractParams,
      query: statisticsQuery,
      responses: { 200: statisticsRecord },
      errors: ['not_found'],
      handler: async ({ principal, params, query }) => {
        const scope = contractScope(principal, params.id);
        const found = await readContractStatistics(service(), scope, query.bucket ?? 'hour');
        return ok(toStatisticsRecord(params.id, found));
      },
    }),
  ];
}
