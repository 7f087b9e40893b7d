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
  /** What the operator pays; left out, the list's price, and nothing at an address of their own. */
  price?: ModelPrice | undefined;
  /** For one attempt, from the look-up of the name to the last byte of the answer. */
  timeoutMs: number;
  /** Reaches no address that the service may not reach. */
  client: GuardedClient;
  book: CallBook;
}

/** Beside the answer, for a model that reasons before it answers: its reasoning counts as output. */
const REASONING_TOKENS = 8_000;
/** What the protocol and the schema add to a prompt, in tokens, at most. */
const FRAME_TOKENS = 1_000;

/** The language model of the settings. Nothing of it is loaded before the first question. */
export class ModelSource {
  readonly provider: string;
  readonly model: string;
  readonly price: ModelPrice;
  readonly pace = new Pace();
  readonly book: CallBook;
  readonly #options: ModelSourceOptions;
  #reasoningTokens = 0;
  #opened: Promise<LanguageModelV4> | undefined;

  /** Throws where nobody has told what the model costs. */
  constructor(options: ModelSourceOptions) {
    const price = priceIn(options);
    if (price === undefined) throw new TypeError(`The price of ${options.model} is not known.`);
    this.#options = options;
    this.provider = options.provider;
    this.model = options.model;
    this.price = price;
    this.book = options.book;
  }

  /** Tokens that a request may bring: more of them once the reasoning of the model has cut an answer off. */
  outputTokens({ maxOutputTokens }: { maxOutputTokens: number }): number {
    return maxOutputTokens + this.#reasoningTokens;
  }

  /** The model's reasoning has cut an answer off: all that follow get room for it. */
  makeRoomForReasoning(): void {
    this.#reasoningTokens = REASONING_TOKENS;
  }

  /** The most that one request of this prompt can cost, in micro-USD. */
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
