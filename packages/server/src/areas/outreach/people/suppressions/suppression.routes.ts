import { configurationEvents } from '../../../../engine/catalog/index.ts';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import {
  type AnyRoute,
  created,
  defineRoute,
  noContent,
  ok,
  okList,
  pageOf,
  toMoment,
} from '../../../../kit/http/index.ts';
import { parseId, uuidOf } from '../../../../kit/ids.ts';
import { knownCampaign } from '../../terms/named-campaign.ts';
import { createSuppression, type SuppressionPorts } from './create-suppression.ts';
import { deleteSuppression, findSuppression, listSuppressions } from './suppression.repository.ts';
import {
  createSuppressionBody,
  listSuppressionsQuery,
  suppressionList,
  suppressionParams,
  suppressionRecord,
  toSuppressionRecord,
} from './suppression.schema.ts';

export interface SuppressionRoutesPorts extends SuppressionPorts {
  db: AnyDatabase;
  hasCampaign(orgId: string, campaignId: string): Promise<boolean>;
}

const read = { tag: 'Suppressions', access: 'outreach:read', limits: ['outreach_queries'] } as const;
const write = { tag: 'Suppressions', access: 'outreach:write', limits: ['outreach_leads'] } as const;

export function suppressionRoutes(service: () => SuppressionRoutesPorts): AnyRoute[] {
  return [
    defineRoute({
      ...write,
      method: 'POST',
      path: '/v1/outreach/suppressions',
      operationId: 'createSuppression',
      summary: 'Never write to an address or a domain',
      description: 'Applies at once, also to waiting messages.',
      body: createSuppressionBody,
      responses: { 201: suppressionRecord },
      errors: ['not_found'],
      handler: async ({ principal, body, newId }) =>
        created(
          toSuppressionRecord(
            await createSuppression(service(), {
              orgId: principal.orgId,
              id: uuidOf(newId('spr')),
              email: body.email,
              domain: body.domain,
              reason: body.reason,
              campaignId: await knownCampaign(service(), principal.orgId, body.campaign_id),
              expiresAt: body.expires_at == null ? null : toMoment(body.expires_at),
            }),
          ),
        ),
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/suppressions',
      operationId: 'listSuppressions',
      summary: 'List suppressions',
      description: 'Newest first.',
      query: listSuppressionsQuery,
      responses: { 200: suppressionList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { suppressions, total } = await listSuppressions(service().db, principal.orgId, {
          q: query.q,
          ...page,
        });
        return okList('suppressions', suppressions.map(toSuppressionRecord), total, page);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/suppressions/:id',
      operationId: 'getSuppression',
      summary: 'Read a suppression',
      params: suppressionParams,
      responses: { 200: suppressionRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('spr', params.id);
        const found = id && (await findSuppression(service().db, principal.orgId, id));
        if (!found) throw notFound('suppression');
        return ok(toSuppressionRecord(found));
      },
    }),
    defineRoute({
      ...write,
      method: 'DELETE',
      path: '/v1/outreach/suppressions/:id',
      operationId: 'deleteSuppression',
      summary: 'Lift a suppression',
      params: suppressionParams,
      responses: { 204: null },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('spr', params.id);
        const isGone =
          id !== undefined &&
          (await service().unitOfWork(async (tx) => {
            const { orgId } = principal;
            const value = await deleteSuppression(tx, orgId, id);
            const told = { orgId, thing: 'suppression', id: params.id, action: 'deleted' } as const;
            return { value, events: value ? configurationEvents(told) : [] };
          }));
        if (!isGone) throw notFound('suppression');
        return noContent();
      },
    }),
  ];
}
