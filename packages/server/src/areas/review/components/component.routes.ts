import { notFound } from '../../../kit/errors/index.ts';
import { type AnyRoute, defineRoute, ok, okList, pageOf } from '../../../kit/http/index.ts';
import { parseId } from '../../../kit/ids.ts';
import { applicationParams } from '../applications/application.schema.ts';
import { requireAnalyzed } from '../applications/find-application.ts';
import type { ReviewService } from '../review-service.ts';
import { type Component, findComponent, listComponents, listPromotions } from './component.repository.ts';
import {
  componentList,
  componentParams,
  componentRecord,
  deprecateBody,
  listComponentsQuery,
  promoteBody,
  toComponentRecord,
} from './component.schema.ts';
import { deprecateComponent, promoteComponent } from './promote-component.ts';
import type { MaturityLevel } from './promotion-gates.ts';

const read = { tag: 'Applications', access: 'review:read', limits: ['review_queries'] } as const;
const write = { ...read, access: 'review:write' } as const;

export function componentRoutes(service: () => ReviewService): AnyRoute[] {
  const answer = async (component: Component) =>
    ok(toComponentRecord(component, await listPromotions(service().db, component.org_id, [component.id])));
  return [
    listRoute(service),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/review/components/:id',
      operationId: 'getComponent',
      summary: 'Read a component',
      params: componentParams,
      responses: { 200: componentRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const uuid = parseId('cpt', params.id);
        const component = uuid && (await findComponent(service().db, principal.orgId, uuid));
        if (!component) throw notFound('component');
        return answer(component);
      },
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: '/v1/review/components/:id/promote',
      operationId: 'promoteComponent',
      summary: 'Promote a component',
      description:
        'Gives it a version and a maturity level, one level at a time. The same request again changes nothing.',
      params: componentParams,
      body: promoteBody,
      responses: { 200: componentRecord },
      errors: ['not_found', 'version_conflict', 'promotion_not_allowed', 'invalid_state'],
      handler: async ({ principal, params, body }) =>
        answer(
          await promoteComponent(service(), {
            orgId: principal.orgId,
            componentId: params.id,
            version: body.version,
            level: body.maturity_level as MaturityLevel,
            reason: body.reason,
          }),
        ),
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: '/v1/review/components/:id/deprecate',
      operationId: 'deprecateComponent',
      summary: 'Deprecate a component',
      description: 'The same request again changes nothing.',
      params: componentParams,
      body: deprecateBody,
      bodyOptional: true,
      responses: { 200: componentRecord },
      errors: ['not_found'],
      handler: async ({ principal, params, body }) =>
        answer(
          await deprecateComponent(service(), {
            orgId: principal.orgId,
            componentId: params.id,
            reason: body?.reason,
          }),
        ),
    }),
  ];
}

function listRoute(service: () => ReviewService): AnyRoute {
  return defineRoute({
    ...read,
    method: 'GET',
    path: '/v1/review/applications/:id/components',
    operationId: 'listComponents',
    reads: 'replica',
    summary: 'List the reusable components of an application',
    description: 'Best reusability score first.',
    params: applicationParams,
    query: listComponentsQuery,
    responses: { 200: componentList },
    errors: ['not_found', 'invalid_state', 'analysis_failed'],
    handler: async ({ principal, params, query }) => {
      const { orgId } = principal;
      const { id: applicationId } = await requireAnalyzed(service().db, orgId, params.id);
      const page = pageOf(query);
      const found = await listComponents(service().db, { orgId, applicationId }, page);
      const ids = found.components.map(({ id }) => id);
      const promotions = await listPromotions(service().db, orgId, ids);
      return okList(
        'components',
        found.components.map((component) => toComponentRecord(component, promotions)),
        found.total,
        page,
      );
    },
  });
}
