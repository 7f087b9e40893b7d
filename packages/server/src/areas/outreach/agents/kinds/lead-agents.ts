import { Type } from 'typebox';
import { type ModelSource, noTokens } from '../../../../engine/models/index.ts';
import { strictObject } from '../../../../kit/http/index.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { microsOfUsd } from '../../books/economics/money.ts';
import { type Enrichment, enrichLead } from '../../people/enrichment/enrich-lead.ts';
import { enrichmentRecord, toEnrichmentRecord } from '../../people/enrichment/enrichment.schema.ts';
import { scoreRecord, toScoreRecord } from '../../people/scoring/score.schema.ts';
import { scoreOne } from '../../people/scoring/score-one.ts';
import { defineAgent } from '../agent/agent.ts';
import { leadOf } from '../agent/agent-errors.ts';
import { type Driver, rulesAlone } from '../agent/driver.ts';
import { scorerTask } from '../model/scorer-task.ts';

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
      asksModel: call.engine !== 'rules',
      leadId: leadOf(call),
      enrichmentId: newUuid(),
      maxCostMicros: input.max_cost_usd === undefined ? undefined : microsOfUsd(input.max_cost_usd),
    });
    const driver = driverOf(enrichment, ports.model);
    return {
      output: toEnrichmentRecord(enrichment),
      ...(driver && { driver }),
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
  output: Type.Object({
    ...scoreRecord.properties,
    explanation: Type.Optional(
      Type.Array(Type.Object({ text: Type.String(), reasons: Type.Array(Type.Integer()) }), {
        description:
          'The score in the words of a model; each sentence names the places of its reasons, from 1.',
      }),
    ),
  }),
  async run(ports, call) {
    const { orgId, campaignId, correlationId } = call;
    const scored = await scoreOne(ports, { orgId, leadId: leadOf(call), campaignId, correlationId });
    return { output: toScoreRecord(scored), toolCalls: 1 };
  },
  ask: async (_ports, _call, rules) => scorerTask(rules),
});

/** The model's part in an enrichment. Its cost is included in, and booked with, that of the providers. */
function driverOf({ providers }: Enrichment, model: ModelSource | undefined): Driver | undefined {
  const report = providers.find(({ name }) => name === 'language_model');
  if (report === undefined || model === undefined || report.status === 'skipped') return undefined;
  const tokens = (kind: string) => Number(report.detail?.[`gen_ai.usage.${kind}`] ?? 0);
  const asked = { ...rulesAlone, provider: model.provider, model: model.model };
  const usage = {
    ...noTokens,
    inputTokens: tokens('input_tokens'),
    cachedInputTokens: tokens('cache_read.input_tokens'),
    outputTokens: tokens('output_tokens'),
  };
  return report.status === 'failed'
    ? { ...asked, usage, fallbackFrom: 'llm', fallbackReason: 'model_failed' }
    : { ...asked, usage, engine: 'llm' };
}
