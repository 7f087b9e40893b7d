import { type Static, Type } from 'typebox';
import { named, nullable, toRecord } from '../../../kit/http/index.ts';
import type { LlmUsage } from './model-usage.ts';

export const usageRecord = named(
  'LlmUsage',
  Type.Object({
    provider: Type.String({ description: 'The provider, as in `LLM_PROVIDER`.' }),
    model: Type.String({ description: 'The model, as named by the provider.' }),
    requests: Type.Integer({ description: 'Number of calls.' }),
    input_tokens: Type.Integer({ description: 'Input tokens, including cached ones.' }),
    output_tokens: Type.Integer({ description: 'Output tokens.' }),
    cost_usd: nullable(
      Type.Number(),
      'Cost; an interrupted call counts with its maximum. Null in older reviews without a known price.',
    ),
  }),
);

/** A language model's usage, from its stored form. */
export function toUsage(llm: string | null): Static<typeof usageRecord> | null {
  return llm === null ? null : toRecord(usageRecord, JSON.parse(llm) as LlmUsage);
}
