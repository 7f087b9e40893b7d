import { type AnyRoute, defineRoute, ok } from '../../../kit/http/index.ts';
import { organizationRecord, toOrganizationRecord } from './organization.schema.ts';
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
  ];
}
