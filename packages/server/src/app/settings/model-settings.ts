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

/** The language model that agents ask. */
export const modelSettings = {
  LLM_MODEL: define({
    default: undefined,
    description:
      'Language model that agents of review and outreach ask, besides their rules. Unset: none; agents then say that they worked by rules.',
    parse: text,
  }),
  LLM_PROVIDER: define({
    default: 'anthropic',
    description:
      'anthropic, openai, google, azure (with LLM_BASE_URL, such as https://name.openai.azure.com/openai/v1), or any name for an address that speaks the chat protocol of OpenAI, such as that of Ollama or vLLM.',
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
    description: 'Key of the provider; an address of your own may need none.',
    secret: true,
    parse: (value) => value,
  }),
  LLM_PRICE_USD: define({
    default: undefined,
    description:
      'Price of the model in USD for a million tokens: input,output, and if they differ cached input and cache write, such as 3,15,0.3,3.75. Needed for models of a provider that the built-in table has not. Unset: that table, and 0 for an address of your own.',
    parse: parseModelPrice,
  }),
  LLM_TIMEOUT_SECONDS: define({
    default: '60',
    description: 'Longest wait for one answer of the model.',
    parse: integer(1, 600),
  }),
  LLM_MAX_TOKENS: define({
    default: '60000',
    description: 'Most tokens that one agent may spend in one review.',
    parse: integer(1_000, 10_000_000),
  }),
  LLM_REVIEW_BUDGET_USD: define({
    default: '5',
    description:
      'Most that the model may cost in one review, USD. A call that could pass it is not made; the rules go on.',
    parse: positiveNumber,
  }),
  LLM_MONTHLY_BUDGET_USD: define({
    default: '100',
    description:
      'Most that the model may cost an organization in a month (UTC), USD, over review and outreach. A call that could pass it is not made.',
    parse: positiveNumber,
  }),
} satisfies SettingsTable;

/** A model that cannot be asked is told at the start, not by every agent. Throws `SettingError`. */
export function checkModel(settings: SettingsOf<typeof modelSettings>): void {
  const { LLM_MODEL: model, LLM_PROVIDER: provider, LLM_BASE_URL: baseUrl, LLM_API_KEY: key } = settings;
  if (model === undefined) return;
  const isKnown = knownProviders.includes(provider);
  if (baseUrl === undefined && !isKnown) {
    throw new SettingError('LLM_BASE_URL', `It is needed beside the provider "${provider}".`);
  }
  if (baseUrl === undefined && key === '') {
    throw new SettingError('LLM_API_KEY', `It is needed to ask "${model}" of ${provider}.`);
  }
  // What may be spent is held before each call, so it must be known.
  if (priceIn({ provider, model, baseUrl, price: settings.LLM_PRICE_USD }) === undefined) {
    throw new SettingError('LLM_PRICE_USD', `It is needed: the price of "${model}" is not known here.`);
  }
}
