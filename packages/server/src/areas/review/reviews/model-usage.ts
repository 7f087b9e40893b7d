import type { LlmUsage } from '@trivium/scanner';

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
    costUsd: a.costUsd === null || b.costUsd === null ? null : a.costUsd + b.costUsd,
  } satisfies LlmUsage);
}
