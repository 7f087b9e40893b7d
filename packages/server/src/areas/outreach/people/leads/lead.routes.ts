import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { type AnyRoute, defineRoute, noContent, ok, okList, pageOf } from '../../../../kit/http/index.ts';
import { parseId } from '../../../../kit/ids.ts';
import { toTag } from '../../terms/lead-tag.ts';
import { campaignIdOf } from '../../terms/named-campaign.ts';
import { type EraseLeadPorts, eraseLead } from './erase-lead.ts';
import { findLead, type LeadStatus, listLeads, type Tier } from './lead.repository.ts';
import { leadList, leadParams, leadRecord, listLeadsQuery, toLeadRecord } from './lead.schema.ts';

export interface LeadRoutesPorts extends EraseLeadPorts {
  db: AnyDatabase;
}

const read = { tag: 'Leads', access: 'outreach:read', limits: ['outreach_queries'] } as const;
const write = { tag: 'Leads', access: 'outreach:write', limits: ['outreach_leads'] } as const;

export function leadRoutes(service: () => LeadRoutesPorts): AnyRoute[] {
  return [
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/leads',
      operationId: 'listLeads',
      reads: 'replica',
      summary: 'List leads',
      description: 'Newest first.',
      query: listLeadsQuery,
      responses: { 200: leadList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const filter = {
          q: query.q,
          status: query.status as LeadStatus | undefined,
          tier: query.tier as Tier | undefined,
          country: query.country,
          tag: query.tag === undefined ? undefined : toTag(query.tag, 'tag'),
          campaignId: query.campaign_id === undefined ? undefined : campaignIdOf(query.campaign_id),
        };
        const { leads, total } = await listLeads(service().db, principal.orgId, filter, page);
        return okList('leads', leads.map(toLeadRecord), total, page);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/leads/:id',
      operationId: 'getLead',
      summary: 'Read a lead',
      params: leadParams,
      responses: { 200: leadRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const lead = await findLead(service().db, principal.orgId, leadIdOf(params.id));
        if (lead === undefined) throw notFound('lead');
        return ok(toLeadRecord(lead));
      },
    }),
    defineRoute({
      ...write,
      method: 'DELETE',
      path: '/v1/outreach/leads/:id',
      operationId: 'eraseLead',
      summary: 'Erase a lead',
      description:
        'Removes the person and everything that is stored about them. A hash of the address stays on the suppression list, so that no later import brings it back. The event log keeps ids only.',
      params: leadParams,
      responses: { 204: null },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        await eraseLead(service(), { orgId: principal.orgId, leadId: leadIdOf(params.id) });
        return noContent();
      },
    }),
  ];
}

/**
 * The UUID of a lead's public id. Throws `not_found` for an invalid one, with the field when it comes from a
 * body.
 */
export function leadIdOf(id: string, field?: string): string {
  const leadId = parseId('led', id);
  if (leadId === undefined) throw notFound('lead', field);
  return leadId;
}
