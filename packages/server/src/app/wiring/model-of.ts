import type { Settings } from '../settings.ts';

/** The language model of the settings; undefined when there is none. */
export function modelOf(settings: Settings) {
  if (settings.LLM_MODEL === undefined) return undefined;
  return {
    provider: settings.LLM_PROVIDER,
    model: settings.LLM_MODEL,
    baseUrl: settings.LLM_BASE_URL,
    apiKey: settings.LLM_API_KEY,
    maxTokens: settings.LLM_MAX_TOKENS,
    timeoutMs: settings.LLM_TIMEOUT_SECONDS * 1000,
    price: settings.LLM_PRICE_USD,
  };
}
