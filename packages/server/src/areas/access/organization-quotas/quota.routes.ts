import { readQuotas } from '../../../engine/quotas/index.ts';
import { rowsIn } from '../../../kit/db/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import { type AnyRoute, defineRoute, ok } from '../../../kit/http/index.ts';
import { type OperatorService, operatedId } from '../organizations/operate.ts';
import { findOperatedOrganization } from '../organizations/organizations.repository.ts';
import { organizationParams } from '../organizations/organizations.schema.ts';
import { quotasBody, quotasRecord, toQuotas } from './quota.schema.ts';
import { setQuotas } from './set-quotas.ts';

const shared = {
  tag: 'Organization',
  access: 'admin',
  limits: ['access_api'],
  params: organizationParams,
  path: '/v1/organizations/:id/quotas',
} as const;
const operator = 'For admin keys and owners of the organization that runs the service.';

/** For the operator: an organization's quotas. */
export function quotaRoutes(service: () => OperatorService): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'getOrganizationQuotas',
      summary: 'Read the quotas of an organization and their use',
      description: `None that is not set. The organization reads its own at \`GET /v1/organization\`. ${operator}`,
      responses: { 200: quotasRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const { db, clock } = service();
        const id = await operatedId(service(), principal, params.id);
        if ((await findOperatedOrganization(db, id)) === undefined) throw notFound('organization');
        return ok({ quotas: await readQuotas(rowsIn(db), id, clock) });
      },
    }),
    defineRoute({
      ...shared,
      method: 'PUT',
      operationId: 'setOrganizationQuotas',
      summary: 'Set the quotas of an organization',
      description: `Sets all of them: what is left out or null is unlimited. They take effect at once on every node and are exact, also for concurrent requests. What exists already stays. ${operator}`,
      body: quotasBody,
      responses: { 200: quotasRecord },
      errors: ['not_found', 'invalid_state'],
      handler: async ({ principal, params, body }) => {
        const orgId = await operatedId(service(), principal, params.id);
        return ok({ quotas: await setQuotas(service(), { principal, orgId, quotas: toQuotas(body) }) });
      },
    }),
  ];
}
