import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelSettings } from './model-settings.ts';

/**
 * The configured model, called through `fetch`. The provider's package is loaded only here, so that nothing
 * of it runs without a key.
 */
export async function openModel(
  settings: ModelSettings,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModelV4> {
  const { provider, model, baseUrl, apiKey } = settings;
  const given = { apiKey, fetch, ...(baseUrl !== undefined && { baseURL: baseUrl }) };
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic(given)(model);
  }
  if (provider === 'google') {
    const { createGoogle } = await import('@ai-sdk/google');
    return createGoogle(given)(model);
  }
  if (provider === 'openai' || provider === 'azure') {
    const { createOpenAI } = await import('@ai-sdk/openai');
    // Azure serves the same protocol, but takes the key in a header of its own.
    return createOpenAI({ ...given, ...(provider === 'azure' && { headers: { 'api-key': apiKey } }) })(model);
  }
  if (baseUrl === undefined) throw new TypeError(`The provider ${provider} needs an address.`);
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const { origin, pathname, searchParams } = new URL(baseUrl);
  return createOpenAICompatible({
    name: provider,
    baseURL: `${origin}${pathname}`,
    apiKey,
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
    ...(searchParams.size > 0 && { queryParams: Object.fromEntries(searchParams) }),
  })(model);
}
