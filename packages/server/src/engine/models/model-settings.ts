/** Where a language model is and what may be spent on it. Without a key there is no model, and nothing is loaded. */
export interface ModelSettings {
  /** `anthropic`, `openai`, `google`, `azure`, or any other name for an address that speaks OpenAI's chat protocol. */
  provider: string;
  model: string;
  /** Needed for `azure` and names of one's own; replaces the address of the others. */
  baseUrl?: string | undefined;
  apiKey: string;
}

/** Providers whose prices are public, and who are paid. */
export const knownProviders: readonly string[] = ['anthropic', 'openai', 'google'];

/** Tokens of one or several calls. */
export interface TokenUsage {
  /** All that were read, those of the cache too. */
  inputTokens: number;
  /** Of these, the ones that the provider had in its cache. */
  cachedInputTokens: number;
  /** Of these, the ones that were written to it. */
  cacheWriteTokens: number;
  /** Reasoning included. */
  outputTokens: number;
  reasoningTokens: number;
}

export const noTokens: TokenUsage = {
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
};

export function addTokens(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  };
}

/** What all calls of one run have taken; `requests` counts those that failed too. */
export interface ModelUsage extends TokenUsage {
  requests: number;
  /** A call of which nobody knows what it took counts as the most that it can have cost. */
  costUsd: number;
}

/** One request to a model, as a trace shows it. */
export interface ModelCall extends TokenUsage {
  /** Unix milliseconds. */
  startedAtMs: number;
  durationMs: number;
  costMicros: number;
  /** What went wrong; null when it brought what was asked for. */
  failure: string | null;
}
