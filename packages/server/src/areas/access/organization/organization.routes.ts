import { type AnyRoute, defineRoute, ok } from '../../../kit/http/index.ts';
import { modelUsageQuery, modelUsageRecord, toModelUsageRecord } from './model-usage.schema.ts';
import {
  organizationRecord,
  toOrganizationRecord,
  toUsageRecord,
  usageQuery,
  usageRecord,
} from './organization.schema.ts';
import { type ReadOrganizationPorts, readOrganization } from './read-organization.ts';

export function organizationRoutes(service: () => ReadOrganizationPorts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/organization',
      operationId: 'getOrganization',
      tag: 'Organization',
      summary: 'Read the organization of the key, its limits and their use',
      access: 'any',
      environments: true,
      limits: ['access_api'],
      responses: { 200: organizationRecord },
      handler: async ({ principal }) =>
        ok(toOrganizationRecord(await readOrganization(service(), principal.orgId))),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/organization/usage',
      operationId: 'getUsage',
      tag: 'Organization',
      summary: 'Read how many requests were counted against a limit, by the hour',
      description:
        'Every hour of the last days, also those without a request, oldest first. Counted over all nodes, exact to some seconds, kept for 90 days.',
      access: 'any',
      environments: true,
      limits: ['access_api'],
      query: usageQuery,
      responses: { 200: usageRecord },
      handler: async ({ principal, query: { name, days = 1 } }) =>
        ok(toUsageRecord(name, await service().limits.usageHours(principal.orgId, { name, days }))),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/organization/model-usage',
      operationId: 'getModelUsage',
      tag: 'Organization',
      summary: 'Read usage and cost of the language model by agents',
      description:
        "By day, agent and model, over review and outreach, with the rest of this month's budget. Kept for 400 days.",
      access: 'any',
      limits: ['access_api'],
      query: modelUsageQuery,
      responses: { 200: modelUsageRecord },
      handler: async ({ principal, query: { days = 30 } }) =>
        ok(toModelUsageRecord(await service().readModelUse(principal.orgId, days))),
    }),
  ];
}
