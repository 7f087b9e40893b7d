import type { ModelUsage } from '../../../engine/models/index.ts';

/** What a language model took of an agent, or of all agents of a review. */
export interface LlmUsage extends Pick<ModelUsage, 'requests' | 'inputTokens' | 'outputTokens'> {
  provider: string;
  model: string;
  /** Null in reviews of before, where the price was not known. */
  costUsd: number | null;
}

/** The usage of a language model over all agents of a review, as JSON. */
export function addUsage(sum: string | null, added: string): string {
  if (sum === null) return added;
  const a: LlmUsage = JSON.parse(sum);
  const b: LlmUsage = JSON.parse(added);
  return JSON.stringify({
    ...a,
    requests: a.requests + b.requests,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    // Whole micro-USD, as they were counted.
    costUsd:
      a.costUsd === null || b.costUsd === null ? null : Math.round((a.costUsd + b.costUsd) * 1e6) / 1e6,
  } satisfies LlmUsage);
}
