import { createHash } from 'node:crypto';
import type { Asked, ObjectRequest } from './ask-once.ts';
import type { KeptCall, ModelWork, OpenCall } from './model-call.ts';
import { ModelError } from './model-error.ts';
import { addTokens, type ModelCall, type ModelUsage, noTokens, type TokenUsage } from './model-settings.ts';
import type { ModelSource } from './model-source.ts';
import { costMicros } from './prices.ts';

export interface ModelLimits {
  /** Tokens in and out that all calls together may take. */
  maxTokens: number;
  /** Micro-USD that all calls together may cost; a request that could pass it is not sent. */
  maxCostMicros?: number | undefined;
  temperature?: number | undefined;
  /** Attempts after the first; default 2. */
  retries?: number;
  /** Pause before the first retry, doubled for each more; default 500. What the server asks for counts when it is longer. */
  retryDelayMs?: number;
  signal?: AbortSignal | undefined;
}

// A rough bound before a call: three characters a token is less than English or code takes.
const CHARACTERS_PER_TOKEN = 3;

/** Calls to one model for one piece of work, under one budget. What the work asked before is not asked again. */
export class ModelSession {
  readonly #source: ModelSource;
  readonly #work: ModelWork;
  readonly #limits: ModelLimits;
  readonly #calls: ModelCall[] = [];
  readonly #counted = new Set<string>();
  readonly #underWay = new Map<string, Promise<unknown>>();
  #tokens: TokenUsage = noTokens;
  #costMicros = 0;
  /** Of requests under way. */
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

  /** What all calls cost so far, in whole micro-USD. */
  get costMicros(): number {
    return this.#costMicros;
  }

  /** Each request that was sent, in order. */
  get calls(): readonly ModelCall[] {
    return this.#calls;
  }

  /**
   * An object of the schema, or a {@link ModelError}. Rate limits, failures of the server and answers that are no such
   * object are tried again with growing pauses, an answer that was cut off with more room; refusals, time-outs and a spent
   * budget are not.
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
        // What there is no money to try again has failed of what it failed of before.
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

  /** What was asked in a run before this one: its answer, or that there will be none. */
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

  /** The tokens that it will take, roughly. */
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

  /** Once: work that is begun again in this process takes up what it has asked. */
  #count(id: string, { usage, ...call }: Omit<ModelCall, keyof TokenUsage> & { usage: TokenUsage }): void {
    if (this.#counted.has(id)) return;
    this.#counted.add(id);
    const { startedAtMs, durationMs, failure } = call;
    this.#calls.push({ startedAtMs, durationMs, failure, costMicros: call.costMicros, ...usage });
    this.#tokens = addTokens(this.#tokens, usage);
    this.#costMicros += call.costMicros;
  }
}

/** What a question is known by. */
function digest({ instructions, prompt, maxOutputTokens }: Omit<ObjectRequest<unknown>, 'schema'>): string {
  const whole = JSON.stringify([instructions, prompt, maxOutputTokens]);
  return createHash('sha256').update(whole).digest('hex');
}
