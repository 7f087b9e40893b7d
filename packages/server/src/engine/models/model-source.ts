import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { GuardedClient } from '../../kit/net/index.ts';
import { type Asked, askOnce, type ObjectRequest } from './ask-once.ts';
import type { CallBook } from './call-book.ts';
import { guardedFetch } from './guarded-fetch.ts';
import type { ModelSettings } from './model-settings.ts';
import { openModel } from './open-model.ts';
import { Pace } from './pace.ts';
import { type ModelPrice, priceIn, worstCostMicros } from './prices.ts';

export interface ModelSourceOptions extends ModelSettings {
  /** The operator's price; by default the list price, or nothing for an endpoint of their own. */
  price?: ModelPrice | undefined;
  /** Per attempt, from name resolution to the last byte of the response. */
  timeoutMs: number;
  /** Enforces the service's address policy. */
  client: GuardedClient;
  book: CallBook;
}

/** Extra output tokens for a model that reasons before it answers, since reasoning counts as output. */
const REASONING_TOKENS = 8_000;
/** Upper bound for what the protocol and the schema add to a prompt. */
const FRAME_TOKENS = 1_000;

/** The configured language model. Nothing of it is loaded before the first question. */
export class ModelSource {
  readonly provider: string;
  readonly model: string;
  readonly price: ModelPrice;
  readonly pace = new Pace();
  readonly book: CallBook;
  readonly #options: ModelSourceOptions;
  #reasoningTokens = 0;
  #opened: Promise<LanguageModelV4> | undefined;

  /** Throws when the model's price is unknown. */
  constructor(options: ModelSourceOptions) {
    const price = priceIn(options);
    if (price === undefined) throw new TypeError(`The price of ${options.model} is not known.`);
    this.#options = options;
    this.provider = options.provider;
    this.model = options.model;
    this.price = price;
    this.book = options.book;
  }

  /** Maximum output tokens of a request: more once reasoning has truncated an answer. */
  outputTokens({ maxOutputTokens }: { maxOutputTokens: number }): number {
    return maxOutputTokens + this.#reasoningTokens;
  }

  /** Reasoning has truncated an answer: all further requests get more room. */
  makeRoomForReasoning(): void {
    this.#reasoningTokens = REASONING_TOKENS;
  }

  /** Maximum cost of one request with this prompt, in micro-USD. */
  worstCostMicros(request: Omit<ObjectRequest<unknown>, 'schema'>): number {
    const bytes = Buffer.byteLength(request.instructions) + Buffer.byteLength(request.prompt);
    return worstCostMicros(this.price, bytes + FRAME_TOKENS, this.outputTokens(request));
  }

  /** One attempt. Never rejects. */
  async ask<T>(
    request: ObjectRequest<T>,
    options: { temperature: number | undefined; signal: AbortSignal | undefined },
  ): Promise<Asked<T>> {
    const { client, timeoutMs } = this.#options;
    this.#opened ??= openModel(this.#options, guardedFetch(client, timeoutMs));
    const given = { ...request, maxOutputTokens: this.outputTokens(request) };
    return askOnce(await this.#opened, given, options);
  }
}
