import { type Static, Type } from 'typebox';
import { named, nullable, toRecord } from '../../../kit/http/index.ts';
import type { LlmUsage } from './model-usage.ts';

export const usageRecord = named(
  'LlmUsage',
  Type.Object({
    provider: Type.String(),
    model: Type.String(),
    requests: Type.Integer(),
    input_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
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
