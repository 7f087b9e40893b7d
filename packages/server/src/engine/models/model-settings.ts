/** Where a language model is and what may be spent on it. Without a key there is no model, and nothing is loaded. */
export interface ModelSettings {
  /** `anthropic`, `openai`, or any other name for an address that speaks OpenAI's chat protocol. */
  provider: string;
  model: string;
  /** Needed for other providers than the two; replaces the address of those. */
  baseUrl?: string;
  apiKey: string;
}

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

/** What all calls of one run have taken; `requests` counts those that failed too. */
export interface ModelUsage extends TokenUsage {
  requests: number;
  /** USD by the dated table, or null for a model that is not in it. */
  costUsd: number | null;
}

/** One request to a model, as a trace shows it. */
export interface ModelCall extends TokenUsage {
  /** Unix milliseconds. */
  startedAtMs: number;
  durationMs: number;
  /** What went wrong; null when it brought what was asked for. */
  failure: string | null;
}
