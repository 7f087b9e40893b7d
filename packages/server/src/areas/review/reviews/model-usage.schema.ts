import { type Static, Type } from 'typebox';
import { named, nullable, toRecord } from '../../../kit/http/index.ts';
import type { LlmUsage } from './model-usage.ts';

export const usageRecord = named(
  'LlmUsage',
  Type.Object({
    provider: Type.String({ description: 'Who was asked, as `LLM_PROVIDER` names it.' }),
    model: Type.String({ description: 'The model, as the provider names it.' }),
    requests: Type.Integer({ description: 'How often it was asked.' }),
    input_tokens: Type.Integer({ description: 'What it was asked, cached ones included.' }),
    output_tokens: Type.Integer({ description: 'What it answered.' }),
    cost_usd: nullable(
      Type.Number(),
      'A call that broke off counts as the most that it can have cost. Null in reviews of before, where the price was not known.',
    ),
  }),
);

/** What a language model took, from how it is kept. */
export function toUsage(llm: string | null): Static<typeof usageRecord> | null {
  return llm === null ? null : toRecord(usageRecord, JSON.parse(llm) as LlmUsage);
}
