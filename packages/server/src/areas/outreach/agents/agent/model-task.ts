import type { ObjectRequest } from '../../../../engine/models/index.ts';
import type { AgentResult } from './agent-result.ts';

/** What a model is asked, and what of its answer is let in. */
export interface ModelTask<T> extends ObjectRequest<T> {
  /** The agent's result with the answer in it. Throws {@link UnfitAnswer} for one that its sources do not hold up. */
  accept(answer: T): AgentResult | Promise<AgentResult>;
}

/** An answer of the right form that nothing holds up. */
export class UnfitAnswer extends Error {
  override readonly name = 'UnfitAnswer';
}

/** Types a task by its own schema and lets go of the type, so that tasks of all agents are of one kind. */
export function modelTask<T>(task: ModelTask<T>): ModelTask<unknown> {
  return task as ModelTask<unknown>;
}
