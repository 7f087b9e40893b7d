/**
 * Which language model to use and what may be spent on it. Without a key there is no model, and nothing is
 * loaded.
 */
export interface ModelSettings {
  /**
   * `anthropic`, `openai`, `google`, `azure`, or any other name for an endpoint that speaks OpenAI's chat
   * protocol.
   */
  provider: string;
  model: string;
  /** Required for `azure` and custom names; overrides the URL of the others. */
  baseUrl?: string | undefined;
  apiKey: string;
}

/** Paid providers with public prices. */
export const knownProviders: readonly string[] = ['anthropic', 'openai', 'google'];

/** Tokens of one or more calls. */
export interface TokenUsage {
  /** All input tokens, including cached ones. */
  inputTokens: number;
  /** Of these, read from the provider's cache. */
  cachedInputTokens: number;
  /** Of these, written to it. */
  cacheWriteTokens: number;
  /** Including reasoning. */
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

/** Total usage of all calls of a run; `requests` includes failed ones. */
export interface ModelUsage extends TokenUsage {
  requests: number;
  /** A call with unknown usage counts with its maximum cost. */
  costUsd: number;
}

/** One request to a model, as shown in a trace. */
export interface ModelCall extends TokenUsage {
  /** Unix milliseconds. */
  startedAtMs: number;
  durationMs: number;
  costMicros: number;
  /** What went wrong; null on success. */
  failure: string | null;
}
