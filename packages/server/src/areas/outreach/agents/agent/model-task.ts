import type { ObjectRequest } from '../../../../engine/models/index.ts';
import type { AgentResult } from './agent-result.ts';

/** A request to a model, and what is accepted of its answer. */
export interface ModelTask<T> extends ObjectRequest<T> {
  /**
   * The agent's result including the answer. Throws {@link UnfitAnswer} when the sources do not support the
   * answer.
   */
  accept(answer: T): AgentResult | Promise<AgentResult>;
}

/** A well-formed answer that nothing supports. */
export class UnfitAnswer extends Error {
  override readonly name = 'UnfitAnswer';
}

/**
 * Checks a task against its own schema type, then erases that type so that the tasks of all agents are alike.
 */
export function modelTask<T>(task: ModelTask<T>): ModelTask<unknown> {
  return task as ModelTask<unknown>;
}
