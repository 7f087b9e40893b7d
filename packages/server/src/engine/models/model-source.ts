import type { LanguageModel } from 'ai';
import { ModelSession, type ModelSessionOptions } from './model-session.ts';
import type { ModelSettings } from './model-settings.ts';
import { openModel } from './open-model.ts';
import { type ModelPrice, priceOf } from './prices.ts';

export interface ModelSourceOptions extends ModelSettings {
  /** What the operator pays; left out, the list's price, and nothing at an address of their own. */
  price?: ModelPrice | undefined;
  timeoutMs: number;
  /** The model itself, where a test brings one. */
  open?: () => Promise<LanguageModel>;
}

const FREE: ModelPrice = { input: 0, output: 0, cachedInput: 0, cacheWrite: 0 };
const isListed = (provider: string) => provider === 'anthropic' || provider === 'openai';

/** The language model of the settings. Nothing of it is loaded before the first session. */
export class ModelSource {
  readonly provider: string;
  readonly model: string;
  /** Null when nobody has told what it costs: then it may not be asked where money counts. */
  readonly price: ModelPrice | null;
  readonly #options: ModelSourceOptions;
  #opened: Promise<LanguageModel> | undefined;

  constructor(options: ModelSourceOptions) {
    this.#options = options;
    this.provider = options.provider;
    this.model = options.model;
    this.price = options.price ?? priceOf(options.model) ?? (isListed(options.provider) ? null : FREE);
  }

  async openSession(
    limits: Pick<ModelSessionOptions, 'maxTokens' | 'maxCostMicros' | 'signal' | 'temperature' | 'retries'>,
  ): Promise<ModelSession> {
    const { open = () => openModel(this.#options), timeoutMs } = this.#options;
    this.#opened ??= open();
    return new ModelSession({
      model: await this.#opened,
      modelName: this.model,
      price: this.price,
      timeoutMs,
      ...limits,
    });
  }
}
