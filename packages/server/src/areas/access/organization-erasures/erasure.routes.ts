import { notFound } from '../../../kit/errors/index.ts';
import { type AnyRoute, accepted, defineRoute, ok } from '../../../kit/http/index.ts';
import type { OrganizationDataService } from '../organization-data-service.ts';
import { operatedId } from '../organizations/operate.ts';
import { organizationParams } from '../organizations/organizations.schema.ts';
import { findErasure } from './erasure.repository.ts';
import { eraseOrganizationBody, erasureRecord, toErasureRecord } from './erasure.schema.ts';
import { requestErasure } from './request-erasure.ts';

const shared = {
  tag: 'Organization',
  access: 'admin',
  limits: ['access_api'],
  params: organizationParams,
} as const;
const operator = 'For admin keys and owners of the organization that runs the service.';

/** For the operator: permanently erases all of an organization's data. */
export function erasureRoutes(service: () => OrganizationDataService): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      path: '/v1/organizations/:id/erase',
      operationId: 'eraseOrganization',
      summary: 'Erase an organization for good',
      description: `Only a suspended one. Deletes its records, files, keys, people, secrets and wallets in the background, and takes the payloads out of its log, whose hashes stay. It cannot be undone, and money in its wallets is lost: export it and move the money first. ${operator}`,
      body: eraseOrganizationBody,
      responses: { 202: erasureRecord },
      errors: ['not_found', 'invalid_state'],
      handler: async ({ principal, params, body: { name } }) => {
        const orgId = await operatedId(service(), principal, params.id);
        const erasure = await requestErasure(service(), { principal, orgId, name });
        return accepted(toErasureRecord(erasure, service().organizationTables));
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/v1/organizations/:id/erasure',
      operationId: 'getOrganizationErasure',
      summary: 'Read what was erased of an organization',
      description: `The proof of what went, by table, with who asked and when; it stays readable. The event \`access.organization.erased\` in the operator's log says the same, and can be proven. ${operator}`,
      responses: { 200: erasureRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const orgId = await operatedId(service(), principal, params.id);
        const erasure = await findErasure(service().db, orgId);
        if (erasure === undefined) throw notFound('erasure of this organization');
        return ok(toErasureRecord(erasure, service().organizationTables));
      },
    }),
  ];
}
