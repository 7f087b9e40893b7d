import { setTimeout as pause } from 'node:timers/promises';
import type { LanguageModel } from 'ai';
import type { z } from 'zod';
import { ModelError } from './model-error.ts';
import type { ModelUsage, TokenUsage } from './model-settings.ts';
import { costUsd } from './prices.ts';
import { toModelError } from './to-model-error.ts';

export interface ModelSessionOptions {
  model: LanguageModel;
  /** The name by which prices are looked up. */
  modelName: string;
  /** Tokens in and out that all calls together may take. */
  maxTokens: number;
  /** For one attempt, from the first byte sent to the last received. */
  timeoutMs: number;
  /** Attempts after the first; default 2. */
  retries?: number;
  /** Pause before the first retry, doubled for each more; default 500. */
  retryDelayMs?: number;
  signal?: AbortSignal;
}

export interface ObjectRequest<T> {
  schema: z.ZodType<T>;
  instructions: string;
  prompt: string;
  maxOutputTokens: number;
}

// A rough bound before a call: three characters a token is less than English or code takes.
const charactersPerToken = 3;

/** Calls to one model under one budget. */
export class ModelSession {
  readonly #options: ModelSessionOptions;
  #requests = 0;
  #usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };

  constructor(options: ModelSessionOptions) {
    this.#options = options;
  }

  get usage(): ModelUsage {
    return {
      requests: this.#requests,
      ...this.#usage,
      costUsd: costUsd(this.#options.modelName, this.#usage),
    };
  }

  /**
   * An object of the schema, or a {@link ModelError}. Rate limits, failures of the server and answers that are no such
   * object are tried again with growing pauses; refusals, time-outs and a spent budget are not.
   */
  async generateObject<T>(request: ObjectRequest<T>): Promise<T> {
    const { retries = 2, retryDelayMs = 500, signal } = this.#options;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(request);
      } catch (error) {
        const failure = toModelError(error, signal);
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

  async #attempt<T>(request: ObjectRequest<T>): Promise<T> {
    const { model, maxTokens, timeoutMs, signal } = this.#options;
    const { generateText, Output } = await import('ai');
    const spent = this.#usage.inputTokens + this.#usage.outputTokens;
    const expected = Math.ceil((request.instructions.length + request.prompt.length) / charactersPerToken);
    if (spent + expected + request.maxOutputTokens > maxTokens) {
      throw new ModelError('budget_spent', `The budget of ${maxTokens} tokens does not allow another call.`);
    }
    if (signal?.aborted) throw new ModelError('aborted', 'The call to the model was stopped.');
    const deadline = AbortSignal.timeout(timeoutMs);
    this.#requests++;
    const result = await generateText({
      model,
      // Counted when the call ends, since the tokens of an answer that cannot be used are spent too.
      onStepEnd: ({ usage }) => this.#count(usage),
      instructions: request.instructions,
      prompt: request.prompt,
      output: Output.object({ schema: request.schema }),
      maxOutputTokens: request.maxOutputTokens,
      maxRetries: 0,
      abortSignal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    // The answer is read against the schema here, since the provider may not hold to it.
    return result.output;
  }

  #count(usage: { inputTokens?: number | undefined; outputTokens?: number | undefined }): void {
    this.#usage = {
      inputTokens: this.#usage.inputTokens + (usage.inputTokens ?? 0),
      outputTokens: this.#usage.outputTokens + (usage.outputTokens ?? 0),
    };
  }
}
