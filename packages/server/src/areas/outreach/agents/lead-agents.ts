import { Type } from 'typebox';
import { strictObject } from '../../../kit/http/index.ts';
import { newUuid } from '../../../kit/ids.ts';
import { microsOfUsd } from '../economics/money.ts';
import { enrichLead } from '../enrichment/enrich-lead.ts';
import { enrichmentRecord, toEnrichmentRecord } from '../enrichment/enrichment.schema.ts';
import { scoreRecord, toScoreRecord } from '../scoring/score.schema.ts';
import { scoreOne } from '../scoring/score-one.ts';
import { defineAgent } from './agent.ts';
import { leadOf } from './agent-errors.ts';

export const enricher = defineAgent<{ max_cost_usd?: number }>({
  role: 'enricher',
  name: 'Enricher',
  description: 'Looks a lead up in its sources, free ones first; every value cites its source.',
  input: strictObject({ max_cost_usd: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000 })) }),
  output: enrichmentRecord,
  async run(ports, call) {
    const { orgId, agentId, campaignId, correlationId, input } = call;
    const enrichment = await enrichLead(ports, {
      orgId,
      agentId,
      campaignId,
      correlationId,
      leadId: leadOf(call),
      enrichmentId: newUuid(),
      maxCostMicros: input.max_cost_usd === undefined ? undefined : microsOfUsd(input.max_cost_usd),
    });
    return {
      output: toEnrichmentRecord(enrichment),
      costMicros: enrichment.costMicros,
      toolCalls: enrichment.providers.filter(({ status }) => status === 'completed' || status === 'failed')
        .length,
    };
  },
});

export const scorer = defineAgent<Record<string, never>>({
  role: 'scorer',
  name: 'Scorer',
  description: 'Scores a lead by rules whose points sum exactly.',
  input: strictObject({}),
  output: scoreRecord,
  async run(ports, call) {
    const { orgId, campaignId, correlationId } = call;
    const scored = await scoreOne(ports, { orgId, leadId: leadOf(call), campaignId, correlationId });
    return { output: toScoreRecord(scored), toolCalls: 1 };
  },
});
