import type { LanguageModel } from 'ai';
import type { ModelSettings } from './model-settings.ts';

/** The model of the settings. The SDK is loaded here and not before, so that nothing of it runs without a key. */
export async function openModel(settings: ModelSettings): Promise<LanguageModel> {
  const { provider, model, baseUrl, apiKey } = settings;
  const address = baseUrl === undefined ? {} : { baseURL: baseUrl };
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ apiKey, ...address })(model);
  }
  if (provider === 'openai') {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ apiKey, ...address })(model);
  }
  if (baseUrl === undefined) throw new TypeError(`The provider ${provider} needs an address.`);
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({
    name: provider,
    baseURL: baseUrl,
    apiKey,
    supportsStructuredOutputs: true,
  })(model);
}
