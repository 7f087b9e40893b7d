import type { ModelUsage } from '../../../engine/models/index.ts';

/** A language model's usage by an agent, or by all agents of a review. */
export interface LlmUsage extends Pick<ModelUsage, 'requests' | 'inputTokens' | 'outputTokens'> {
  provider: string;
  model: string;
  /** Null in old reviews, from before prices were known. */
  costUsd: number | null;
}

/** Language model usage summed over a review's agents, as JSON. */
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
