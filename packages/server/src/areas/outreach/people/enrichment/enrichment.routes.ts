import { type AnyRoute, defineRoute, ok } from '../../../../kit/http/index.ts';
import { uuidOf } from '../../../../kit/ids.ts';
import { microsOfUsd } from '../../books/economics/money.ts';
import { knownCampaign } from '../../terms/named-campaign.ts';
import { leadIdOf } from '../leads/lead.routes.ts';
import { leadParams } from '../leads/lead.schema.ts';
import { type EnrichPorts, enrichLead } from './enrich-lead.ts';
import { enrichBody, enrichmentRecord, toEnrichmentRecord } from './enrichment.schema.ts';

export interface EnrichRoutesPorts extends EnrichPorts {
  hasCampaign(orgId: string, campaignId: string): Promise<boolean>;
}

export function enrichmentRoutes(service: () => EnrichRoutesPorts): AnyRoute[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/outreach/leads/:id/enrich',
      operationId: 'enrichLead',
      workflow: { action: 'outreach.enrich_lead', params: { id: 'lead_id' } },
      tag: 'Leads',
      summary: 'Enrich a lead',
      description:
        "From the lead's own columns, its address, DNS and the company's site, then paid providers within the price cap. Every value names its source; nothing is invented.",
      access: 'outreach:write',
      limits: ['outreach_leads'],
      params: leadParams,
      body: enrichBody,
      bodyOptional: true,
      responses: { 200: enrichmentRecord },
      errors: ['not_found'],
      handler: async ({ principal, params, body, newId, requestId }) => {
        const { campaign_id, max_cost_usd } = body ?? {};
        const { orgId } = principal;
        const campaignId = await knownCampaign(service(), orgId, campaign_id);
        const enrichment = await enrichLead(service(), {
          orgId,
          leadId: leadIdOf(params.id),
          enrichmentId: uuidOf(newId('enr')),
          campaignId,
          maxCostMicros: max_cost_usd === undefined ? undefined : microsOfUsd(max_cost_usd),
          correlationId: requestId,
        });
        return ok(toEnrichmentRecord(enrichment));
      },
    }),
  ];
}
