import { knownProviders, parseModelPrice, priceIn } from '../../engine/models/index.ts';
import {
  httpUrl,
  integer,
  positiveNumber,
  SettingError,
  type SettingsOf,
  type SettingsTable,
  text,
} from '../../kit/config/index.ts';
import { define } from './define-setting.ts';

/** The language model of the agents. */
export const modelSettings = {
  LLM_MODEL: define({
    default: undefined,
    description:
      'Language model that the agents of review and outreach use in addition to their rules. Unset: none; results then say that only rules were used.',
    parse: text,
  }),
  LLM_PROVIDER: define({
    default: 'anthropic',
    description:
      'anthropic, openai, google, azure (with LLM_BASE_URL, such as https://name.openai.azure.com/openai/v1), or any name for a server with the chat API of OpenAI, such as Ollama or vLLM.',
    parse: text,
  }),
  LLM_BASE_URL: define({
    default: undefined,
    description:
      'Address of the model, such as http://127.0.0.1:11434/v1; a private one must be in ALLOWED_PRIVATE_NETWORKS. Unset: that of the provider.',
    parse: httpUrl,
  }),
  LLM_API_KEY: define({
    default: '',
    description: 'API key of the provider; your own server may need none.',
    secret: true,
    parse: (value) => value,
  }),
  LLM_PRICE_USD: define({
    default: undefined,
    description:
      'Price of the model in USD for a million tokens: input,output, and if they differ cached input and cache write, such as 3,15,0.3,3.75. Needed for a model of a provider that is not in the built-in table. Unset: that table, and 0 for your own server.',
    parse: parseModelPrice,
  }),
  LLM_TIMEOUT_SECONDS: define({
    default: '60',
    description: 'Maximum wait for one answer of the model.',
    parse: integer(1, 600),
  }),
  LLM_MAX_TOKENS: define({
    default: '60000',
    description: 'Maximum number of tokens that one agent may use in one review.',
    parse: integer(1_000, 10_000_000),
  }),
  LLM_REVIEW_BUDGET_USD: define({
    default: '5',
    description:
      'Maximum cost of the model in one review, USD. A call that could exceed it is not made; the rules still run.',
    parse: positiveNumber,
  }),
  LLM_MONTHLY_BUDGET_USD: define({
    default: '100',
    description:
      'Maximum cost of the model for an organization in a month (UTC), USD, in review and outreach together. A call that could exceed it is not made.',
    parse: positiveNumber,
  }),
} satisfies SettingsTable;

/** Reports a model that cannot be used at the start, instead of once in every agent. Throws `SettingError`. */
export function checkModel(settings: SettingsOf<typeof modelSettings>): void {
  const { LLM_MODEL: model, LLM_PROVIDER: provider, LLM_BASE_URL: baseUrl, LLM_API_KEY: key } = settings;
  if (model === undefined) return;
  const isKnown = knownProviders.includes(provider);
  if (baseUrl === undefined && !isKnown) {
    throw new SettingError('LLM_BASE_URL', `It is required with the provider "${provider}".`);
  }
  if (baseUrl === undefined && key === '') {
    throw new SettingError('LLM_API_KEY', `It is needed to ask "${model}" of ${provider}.`);
  }
  // The cost of a call is reserved in the budget beforehand, so the price must be known.
  if (priceIn({ provider, model, baseUrl, price: settings.LLM_PRICE_USD }) === undefined) {
    throw new SettingError('LLM_PRICE_USD', `It is needed: the price of "${model}" is not known here.`);
  }
}
