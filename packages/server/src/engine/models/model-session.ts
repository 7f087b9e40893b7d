import { setTimeout as pause } from 'node:timers/promises';
import type { LanguageModel } from 'ai';
import type { z } from 'zod';
import { ModelError } from './model-error.ts';
import { type ModelCall, type ModelUsage, noTokens, type TokenUsage } from './model-settings.ts';
import { costMicros, type ModelPrice, priceOf, worstCostMicros } from './prices.ts';
import { toModelError } from './to-model-error.ts';

export interface ModelSessionOptions {
  model: LanguageModel;
  /** The name by which prices are looked up. */
  modelName: string;
  /** Replaces the price of the list; null for one that is not known. */
  price?: ModelPrice | null;
  /** Tokens in and out that all calls together may take. */
  maxTokens: number;
  /** Micro-USD that all calls together may cost; a request that could pass it is not sent. */
  maxCostMicros?: number;
  temperature?: number;
  /** For one attempt, from the first byte sent to the last received. */
  timeoutMs: number;
  /** Attempts after the first; default 2. */
  retries?: number;
  /** Pause before the first retry, doubled for each more; default 500. */
  retryDelayMs?: number;
  signal?: AbortSignal;
}

/** The library of schemas, which is loaded when a model is first asked. */
export type Zod = typeof z;

export interface ObjectRequest<T> {
  schema(z: Zod): z.ZodType<T>;
  instructions: string;
  prompt: string;
  maxOutputTokens: number;
}

// A rough bound before a call: three characters a token is less than English or code takes.
const charactersPerToken = 3;
/** What the protocol and the schema add to a prompt, in tokens, at most. */
const FRAME_TOKENS = 1_000;

/** Calls to one model under one budget. */
export class ModelSession {
  readonly #options: ModelSessionOptions;
  readonly #price: ModelPrice | null;
  readonly #calls: ModelCall[] = [];
  #usage: TokenUsage = noTokens;

  constructor(options: ModelSessionOptions) {
    this.#options = options;
    this.#price = options.price === undefined ? priceOf(options.modelName) : options.price;
  }

  get usage(): ModelUsage {
    return {
      requests: this.#calls.length,
      ...this.#usage,
      costUsd: this.#price && costMicros(this.#price, this.#usage) / 1_000_000,
    };
  }

  /** What all calls cost so far, in whole micro-USD; 0 while the price is not known. */
  get costMicros(): number {
    return this.#price === null ? 0 : costMicros(this.#price, this.#usage);
  }

  /** Each request that was sent, in order. */
  get calls(): readonly ModelCall[] {
    return this.#calls;
  }

  /** The most that one request of this prompt can cost, in micro-USD. */
  static worstCostMicros(price: ModelPrice, request: Omit<ObjectRequest<unknown>, 'schema'>): number {
    const bytes = Buffer.byteLength(request.instructions) + Buffer.byteLength(request.prompt);
    return worstCostMicros(price, bytes + FRAME_TOKENS, request.maxOutputTokens);
  }

  /**
   * An object of the schema, or a {@link ModelError}. Rate limits, failures of the server and answers that are no such
   * object are tried again with growing pauses; refusals, time-outs and a spent budget are not.
   */
  async generateObject<T>(request: ObjectRequest<T>): Promise<T> {
    const { retries = 2, retryDelayMs = 500, signal } = this.#options;
    for (let attempt = 0; ; attempt++) {
      this.#requireBudget(request);
      try {
        return await this.#attempt(request);
      } catch (error) {
        const failure = toModelError(error, signal);
        const call = this.#calls.at(-1);
        if (call !== undefined) call.failure = failure.kind;
        if (!failure.mayRetry || attempt >= retries) throw failure;
        await this.#rest(retryDelayMs * 2 ** attempt);
      }
    }
  }

  async #rest(delayMs: number): Promise<void> {
    try {
      await pause(delayMs, undefined, this.#options.signal ? { signal: this.#options.signal } : {});
    } catch {
      throw new ModelError('aborted', 'The call to the model was stopped.');
    }
  }

  #requireBudget<T>(request: ObjectRequest<T>): void {
    const { maxTokens, maxCostMicros, signal } = this.#options;
    if (signal?.aborted) throw new ModelError('aborted', 'The call to the model was stopped.');
    const spent = this.#usage.inputTokens + this.#usage.outputTokens;
    const expected = Math.ceil((request.instructions.length + request.prompt.length) / charactersPerToken);
    if (spent + expected + request.maxOutputTokens > maxTokens) {
      throw new ModelError('budget_spent', `The budget of ${maxTokens} tokens does not allow another call.`);
    }
    if (maxCostMicros === undefined || this.#price === null) return;
    if (this.costMicros + ModelSession.worstCostMicros(this.#price, request) > maxCostMicros) {
      throw new ModelError('budget_spent', 'The money that is held does not allow another call.');
    }
  }

  async #attempt<T>(request: ObjectRequest<T>): Promise<T> {
    const { model, timeoutMs, signal, temperature } = this.#options;
    const [{ generateText, Output }, { z }] = await Promise.all([import('ai'), import('zod')]);
    const deadline = AbortSignal.timeout(timeoutMs);
    const call: ModelCall = { startedAtMs: Date.now(), durationMs: 0, failure: null, ...noTokens };
    this.#calls.push(call);
    const beganAt = performance.now();
    try {
      const result = await generateText({
        model,
        // Counted when the call ends, since the tokens of an answer that cannot be used are spent too.
        onStepEnd: ({ usage }) => this.#count(call, usage),
        instructions: request.instructions,
        prompt: request.prompt,
        output: Output.object({ schema: request.schema(z) }),
        maxOutputTokens: request.maxOutputTokens,
        ...(temperature !== undefined && { temperature }),
        maxRetries: 0,
        abortSignal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
      if (result.finishReason === 'content-filter') {
        throw new ModelError('refused', 'The model does not want to answer this.');
      }
      // The answer is read against the schema here, since the provider may not hold to it.
      return result.output;
    } finally {
      call.durationMs = performance.now() - beganAt;
    }
  }

  #count(call: ModelCall, usage: SdkUsage): void {
    const { inputTokenDetails: input, outputTokenDetails: output } = usage;
    const taken: TokenUsage = {
      inputTokens: usage.inputTokens ?? 0,
      cachedInputTokens: input?.cacheReadTokens ?? 0,
      cacheWriteTokens: input?.cacheWriteTokens ?? 0,
      outputTokens: usage.outputTokens ?? 0,
      reasoningTokens: output?.reasoningTokens ?? 0,
    };
    Object.assign(call, taken);
    const sum = (name: keyof TokenUsage) => this.#usage[name] + taken[name];
    this.#usage = {
      inputTokens: sum('inputTokens'),
      cachedInputTokens: sum('cachedInputTokens'),
      cacheWriteTokens: sum('cacheWriteTokens'),
      outputTokens: sum('outputTokens'),
      reasoningTokens: sum('reasoningTokens'),
    };
  }
}

interface SdkUsage {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  inputTokenDetails?: { cacheReadTokens?: number | undefined; cacheWriteTokens?: number | undefined };
  outputTokenDetails?: { reasoningTokens?: number | undefined };
}
