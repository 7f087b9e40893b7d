import { createHash } from 'node:crypto';
import type { Asked, ObjectRequest } from './ask-once.ts';
import type { KeptCall, ModelWork, OpenCall } from './model-call.ts';
import { ModelError } from './model-error.ts';
import { addTokens, type ModelCall, type ModelUsage, noTokens, type TokenUsage } from './model-settings.ts';
import type { ModelSource } from './model-source.ts';
import { costMicros } from './prices.ts';

export interface ModelLimits {
  /** Maximum total of input and output tokens over all calls. */
  maxTokens: number;
  /** Maximum total cost in micro-USD; a request that could exceed it is not sent. */
  maxCostMicros?: number | undefined;
  temperature?: number | undefined;
  /** Retries after the first attempt; default 2. */
  retries?: number;
  /**
   * Pause before the first retry, doubled for each further one; default 500. A longer pause requested by the
   * server wins.
   */
  retryDelayMs?: number;
  signal?: AbortSignal | undefined;
}

// A rough upper bound before a call: English and code average more than three characters per token.
const CHARACTERS_PER_TOKEN = 3;

/**
 * Calls to one model for one piece of work, under one budget. What the work has asked before is not asked
 * again.
 */
export class ModelSession {
  readonly #source: ModelSource;
  readonly #work: ModelWork;
  readonly #limits: ModelLimits;
  readonly #calls: ModelCall[] = [];
  readonly #counted = new Set<string>();
  readonly #underWay = new Map<string, Promise<unknown>>();
  #tokens: TokenUsage = noTokens;
  #costMicros = 0;
  /** Reserved for requests in progress. */
  #heldTokens = 0;
  #heldMicros = 0;

  constructor(source: ModelSource, work: ModelWork, limits: ModelLimits) {
    this.#source = source;
    this.#work = work;
    this.#limits = limits;
  }

  get usage(): ModelUsage {
    return {
      requests: this.#calls.length,
      ...this.#tokens,
      costUsd: this.#costMicros / 1_000_000,
    };
  }

  /** Total cost of all calls so far, in whole micro-USD. */
  get costMicros(): number {
    return this.#costMicros;
  }

  /** All requests sent, in order. */
  get calls(): readonly ModelCall[] {
    return this.#calls;
  }

  /**
   * An object matching the schema, or a {@link ModelError}. Rate limits, server errors and invalid answers
   * are retried with growing pauses, a truncated answer with more room; refusals, timeouts and spent budgets
   * are not.
   */
  generateObject<T>(request: ObjectRequest<T>, signal = this.#limits.signal): Promise<T> {
    const question = digest(request);
    const underWay = this.#underWay.get(question) as Promise<T> | undefined;
    if (underWay !== undefined) return underWay;
    const asked = this.#ask(question, request, signal).finally(() => this.#underWay.delete(question));
    this.#underWay.set(question, asked);
    return asked;
  }

  async #ask<T>(question: string, request: ObjectRequest<T>, signal: AbortSignal | undefined): Promise<T> {
    const { retries = 2, retryDelayMs = 500 } = this.#limits;
    const { book, pace } = this.#source;
    const kept = await book.find(this.#work, question);
    if (kept !== undefined) return this.#takeUp(kept, request);
    let failure: ModelError | undefined;
    let wanted = request;
    for (let attempt = 0; ; attempt++) {
      const room = this.#source.outputTokens(wanted);
      const asked = await this.#attempt(question, wanted, signal).catch((error: unknown) => {
        // If there is no money for a retry, report the error that made it necessary.
        throw error instanceof ModelError && failure !== undefined ? failure : error;
      });
      if ('object' in asked) return asked.object;
      failure = asked.failure;
      if (failure.retryAfterMs !== undefined) pace.rest(failure.retryAfterMs);
      if (!failure.mayRetry || attempt >= retries) throw failure;
      if (failure.kind !== 'truncated') {
        await pace.wait(signal, retryDelayMs * 2 ** attempt);
        continue;
      }
      if (asked.hasReasoned) this.#source.makeRoomForReasoning();
      else if (wanted === request) wanted = { ...request, maxOutputTokens: request.maxOutputTokens * 2 };
      if (this.#source.outputTokens(wanted) === room) throw failure;
    }
  }

  /** What an earlier run asked: its answer, or an error saying there will be none. */
  async #takeUp<T>(kept: KeptCall, { schema }: ObjectRequest<T>): Promise<T> {
    this.#count(kept.id, { ...kept, startedAtMs: this.#source.book.now(), durationMs: 0, failure: null });
    const { z } = await import('zod');
    const answer = kept.answer === null ? undefined : schema(z).safeParse(JSON.parse(kept.answer));
    if (answer?.success) return answer.data;
    if (kept.state === 'asked') await this.#source.book.giveUp(this.#work, kept, this.#source.model);
    throw new ModelError('interrupted', 'The service was stopped while the model was asked this.');
  }

  async #attempt<T>(
    question: string,
    request: ObjectRequest<T>,
    signal: AbortSignal | undefined,
  ): Promise<Asked<T>> {
    const { pace, book, provider, model } = this.#source;
    const { temperature } = this.#limits;
    await pace.wait(signal);
    if (signal?.aborted) throw new ModelError('aborted', 'The call to the model was stopped.');
    const expected = this.#requireBudget(request);
    const worstMicros = this.#source.worstCostMicros(request);
    this.#heldTokens += expected;
    this.#heldMicros += worstMicros;
    try {
      const call = await book.open(this.#work, { question, provider, model, worstMicros });
      const startedAtMs = book.now();
      const beganAt = performance.now();
      const asked = await this.#source.ask(request, { temperature, signal });
      await this.#close(call, asked, { startedAtMs, durationMs: performance.now() - beganAt });
      return asked;
    } finally {
      this.#heldTokens -= expected;
      this.#heldMicros -= worstMicros;
    }
  }

  /** Estimated tokens of the request. */
  #requireBudget<T>(request: ObjectRequest<T>): number {
    const { instructions, prompt } = request;
    const { maxTokens, maxCostMicros } = this.#limits;
    const { inputTokens, outputTokens } = this.#tokens;
    const read = Math.ceil((instructions.length + prompt.length) / CHARACTERS_PER_TOKEN);
    const expected = read + this.#source.outputTokens(request);
    if (inputTokens + outputTokens + this.#heldTokens + expected > maxTokens)
      throw new ModelError('budget_spent', `The budget of ${maxTokens} tokens does not allow another call.`);
    const worst = this.#source.worstCostMicros(request);
    if (maxCostMicros !== undefined && this.#costMicros + this.#heldMicros + worst > maxCostMicros)
      throw new ModelError('budget_spent', 'The money that is held does not allow another call.');
    return expected;
  }

  async #close<T>(
    call: OpenCall,
    asked: Asked<T>,
    took: { startedAtMs: number; durationMs: number },
  ): Promise<void> {
    const failure = 'failure' in asked ? asked.failure : undefined;
    const usage = asked.usage ?? noTokens;
    const cost = asked.usage
      ? costMicros(this.#source.price, asked.usage)
      : failure?.isFree
        ? 0
        : call.worstMicros;
    const told = { failure: failure?.kind ?? null, costMicros: cost };
    this.#count(call.id, { usage, ...told, ...took });
    await this.#source.book.close(call, {
      ...told,
      usage,
      answer: 'object' in asked ? JSON.stringify(asked.object) : null,
      durationMs: took.durationMs,
    });
  }

  /** Once only: work restarted in this process reuses what it has asked. */
  #count(id: string, { usage, ...call }: Omit<ModelCall, keyof TokenUsage> & { usage: TokenUsage }): void {
    if (this.#counted.has(id)) return;
    this.#counted.add(id);
    const { startedAtMs, durationMs, failure } = call;
    this.#calls.push({ startedAtMs, durationMs, failure, costMicros: call.costMicros, ...usage });
    this.#tokens = addTokens(this.#tokens, usage);
    this.#costMicros += call.costMicros;
  }
}

/** Identifies a question. */
function digest({ instructions, prompt, maxOutputTokens }: Omit<ObjectRequest<unknown>, 'schema'>): string {
  const whole = JSON.stringify([instructions, prompt, maxOutputTokens]);
  return createHash('sha256').update(whole).digest('hex');
}
