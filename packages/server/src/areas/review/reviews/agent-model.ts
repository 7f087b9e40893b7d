import { asksModel, loadModelForms } from '@trivium/scanner';
import type { ZodType } from 'zod';
import { ModelError, ModelSession, type ModelSource, type ModelWork } from '../../../engine/models/index.ts';
import type { ModelReply, WorkerQuestion } from '../pipeline/worker-protocol.ts';
import type { AgentRun } from './agent-run.ts';
import type { LlmUsage } from './model-usage.ts';
import type { ReviewModel } from './review-model.ts';

/**
 * The language model for one agent's run. It is called here, where the API key is, and not in the thread that
 * reads untrusted code.
 */
export class AgentModel {
  readonly #source: ModelSource;
  readonly #work: ModelWork;
  readonly #session: ModelSession;
  readonly #signal: AbortSignal;
  /** An error that is not the model's, such as an unreachable database. */
  fault: unknown;

  constructor({ source, limits }: ReviewModel, { orgId, reviewId, agentId }: AgentRun, signal: AbortSignal) {
    this.#source = source;
    const { maxAgentTokens, maxReviewMicros } = limits;
    this.#work = { orgId, area: 'review', workId: reviewId, agent: agentId, maxWorkMicros: maxReviewMicros };
    this.#session = new ModelSession(source, this.#work, { maxTokens: maxAgentTokens });
    this.#signal = signal;
  }

  /** Undefined if no model is configured, or the agent does not use one. */
  static open(model: ReviewModel | undefined, run: AgentRun, signal: AbortSignal): AgentModel | undefined {
    return model !== undefined && asksModel(run.agentId) ? new AgentModel(model, run, signal) : undefined;
  }

  /** Answers a question from the agent's thread. */
  async answer({ question, leftMs }: WorkerQuestion): Promise<ModelReply> {
    const { modelForms } = await loadModelForms();
    const { form, ...rest } = question;
    const schema: ZodType<unknown> = modelForms[form];
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(Math.max(1, Math.floor(leftMs)))]);
    try {
      return { answer: await this.#session.generateObject({ ...rest, schema: () => schema }, signal) };
    } catch (error) {
      if (error instanceof ModelError) return { failure: error.kind, message: error.message };
      this.fault = error;
      throw error;
    }
  }

  /** What it used; undefined when it was not asked. */
  get usage(): LlmUsage | undefined {
    const { requests, inputTokens, outputTokens, costUsd } = this.#session.usage;
    if (requests === 0) return undefined;
    const { provider, model } = this.#source;
    return { provider, model, requests, inputTokens, outputTokens, costUsd };
  }

  /** Its answers are not needed any more. */
  forget(query: Parameters<ModelSource['book']['forget']>[0]): Promise<void> {
    return this.#source.book.forget(query, this.#work);
  }
}
