import { notFound } from '../../../kit/errors/index.ts';
import { type AnyRoute, created, defineRoute, ok, okList, pageOf } from '../../../kit/http/index.ts';
import { parseId } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import {
  checkOperator,
  createOrganization,
  type OperatorService,
  operatedId,
  suspendOrganization,
} from './operate.ts';
import { findOperatedOrganization, listOrganizations } from './organizations.repository.ts';
import {
  createOrganizationBody,
  listOrganizationsQuery,
  madeOrganizationRecord,
  operatedOrganizationRecord,
  organizationList,
  organizationParams,
  toOperatedRecord,
} from './organizations.schema.ts';

const shared = { tag: 'Organization', access: 'admin', limits: ['access_api'] } as const;
const change = { ...shared, method: 'POST', params: organizationParams } as const;
const operator = 'For admin keys and owners of the organization that runs the service.';

/** For the operator: the organizations on this service. */
export function organizationsRoutes(service: () => OperatorService): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      path: '/v1/organizations',
      operationId: 'createOrganization',
      summary: 'Make an organization with its first key',
      description: operator,
      body: createOrganizationBody,
      responses: { 201: madeOrganizationRecord },
      shownOnce: ['key'],
      errors: ['conflict'],
      handler: async ({ principal, body: { name }, newId }) => {
        await checkOperator(service(), principal);
        const id = required(parseId('org', newId('org')), 'the UUID of a new id');
        const { organization, token } = await createOrganization(service(), { principal, id, name });
        return created({ ...toOperatedRecord(organization), key: token });
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/v1/organizations',
      operationId: 'listOrganizations',
      summary: 'List the organizations of the service',
      description: `Newest first. ${operator}`,
      query: listOrganizationsQuery,
      responses: { 200: organizationList },
      handler: async ({ principal, query }) => {
        await checkOperator(service(), principal);
        const page = pageOf(query);
        const { rows, total } = await listOrganizations(service().db, page);
        return okList('organizations', rows.map(toOperatedRecord), total, page);
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/v1/organizations/:id',
      operationId: 'getOperatedOrganization',
      summary: 'Read one of the organizations of the service',
      description: operator,
      params: organizationParams,
      responses: { 200: operatedOrganizationRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = await operatedId(service(), principal, params.id);
        const found = await findOperatedOrganization(service().db, id);
        if (found === undefined) throw notFound('organization');
        return ok(toOperatedRecord(found));
      },
    }),
    suspension(service, {
      isSuspended: true,
      operationId: 'suspendOrganization',
      path: '/v1/organizations/:id/suspend',
      summary: 'Suspend an organization',
      description: `Its keys and people are refused at once, on every node, with 403. What it was promised before, such as deliveries and mails under way, still goes out. ${operator}`,
    }),
    suspension(service, {
      isSuspended: false,
      operationId: 'resumeOrganization',
      path: '/v1/organizations/:id/resume',
      summary: 'Let an organization in again',
      description: operator,
    }),
  ];
}

interface Suspension {
  isSuspended: boolean;
  operationId: string;
  path: string;
  summary: string;
  description: string;
}

function suspension(service: () => OperatorService, { isSuspended, ...row }: Suspension): AnyRoute {
  return defineRoute({
    ...change,
    ...row,
    responses: { 200: operatedOrganizationRecord },
    errors: ['not_found', 'invalid_state'],
    handler: async ({ principal, params }) => {
      const id = await operatedId(service(), principal, params.id);
      return ok(toOperatedRecord(await suspendOrganization(service(), { principal, id, isSuspended })));
    },
  });
}
