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
  inputTokens: number;
  outputTokens: number;
}

/** What all calls of one run have taken; `requests` counts those that failed too. */
export interface ModelUsage extends TokenUsage {
  requests: number;
  /** USD by the dated table, or null for a model that is not in it. */
  costUsd: number | null;
}
