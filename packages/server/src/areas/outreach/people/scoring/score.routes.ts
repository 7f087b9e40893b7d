import { notFound } from '../../../../kit/errors/index.ts';
import { type AnyRoute, defineRoute, ok } from '../../../../kit/http/index.ts';
import { traceIdOf } from '../../books/traces/trace-ids.ts';
import { campaignIdOf } from '../../terms/named-campaign.ts';
import { leadIdOf } from '../leads/lead.routes.ts';
import { leadParams } from '../leads/lead.schema.ts';
import { readScore } from './score.repository.ts';
import { scoreBody, scoreRecord, toScoreRecord } from './score.schema.ts';
import { type ScorePorts, scoreOne } from './score-one.ts';

export function scoreRoutes(service: () => ScorePorts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/outreach/leads/:id/score',
      operationId: 'getLeadScore',
      tag: 'Leads',
      summary: 'Read the present score of a lead',
      description: 'The latest score with its reasons; 404 before the first.',
      access: 'outreach:read',
      limits: ['outreach_queries'],
      params: leadParams,
      responses: { 200: scoreRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const { orgId } = principal;
        const leadId = leadIdOf(params.id);
        const score = await readScore(service().db, orgId, leadId);
        if (score === undefined) throw notFound('score of a lead');
        return ok(toScoreRecord({ ...score, traceId: traceIdOf(orgId, score.campaignId, leadId) }));
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/outreach/leads/:id/score',
      operationId: 'scoreLead',
      workflow: { action: 'outreach.score_lead', params: { id: 'lead_id' } },
      tag: 'Leads',
      summary: 'Score a lead',
      description: 'By rules over what is known now; the points of each part sum to it exactly.',
      access: 'outreach:write',
      limits: ['outreach_leads'],
      params: leadParams,
      body: scoreBody,
      bodyOptional: true,
      responses: { 200: scoreRecord },
      errors: ['not_found'],
      handler: async ({ principal, params, body, requestId }) => {
        const { campaign_id } = body ?? {};
        const result = await scoreOne(service(), {
          orgId: principal.orgId,
          leadId: leadIdOf(params.id),
          campaignId: campaign_id === undefined ? undefined : campaignIdOf(campaign_id),
          correlationId: requestId,
        });
        return ok(toScoreRecord(result));
      },
    }),
  ];
}
