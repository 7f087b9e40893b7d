import type { TSchema } from 'typebox';

/** Input of one action of a run. */
export interface ActionCall {
  /** UUID. */
  orgId: string;
  /** UUID of the run. */
  runId: string;
  /** The workflow's environment: records are read and written there. */
  environment: string;
  /** The key (UUID) that created the workflow: its spending limit applies to the action. */
  keyId: string;
  /** The workflow's template rendered for this event; matches the input schema. */
  input: Record<string, unknown>;
  /** For every event that the action causes. */
  correlationId: string;
  /** The same at each attempt of this action in this run; a second call must not repeat the effect. */
  idempotencyKey: string;
  /**
   * Length of the chain of runs, including this one. An action that publishes events of its own passes it on.
   */
  depth: number;
}

/**
 * Something that workflows can do, offered by the module that implements it. Longer work should go to the
 * background, with its record as the result. An AppError with a 4xx status ends the action; any other error
 * is retried.
 */
export interface WorkflowAction {
  /** `area.verb_noun`, such as `contracts.execute`. */
  name: string;
  /** One sentence. */
  description: string;
  /** The scope that a key needs to use the action in a workflow, such as `contracts:write`. */
  scope: string;
  /** The organization's limits that it counts against, in the order in which they are taken. */
  limits?: readonly string[];
  /** Works in the given environment; without it, only production workflows may use the action. */
  environments?: boolean;
  /** An object; refuses unknown fields if it says so. */
  inputSchema: TSchema;
  /** Its result, for later actions. */
  outputSchema: TSchema;
  /** Resolves to the result shown by the run: small JSON, with the public ids of what was created. */
  run(call: ActionCall): Promise<Record<string, unknown>>;
}

/** All actions, by name. */
export class WorkflowActions {
  readonly #byName = new Map<string, WorkflowAction>();

  constructor(actions: readonly WorkflowAction[]) {
    for (const action of actions) {
      if (this.#byName.has(action.name)) throw new Error(`two workflow actions are named ${action.name}`);
      this.#byName.set(action.name, action);
    }
  }

  get(name: string): WorkflowAction | undefined {
    return this.#byName.get(name);
  }

  /** By name, in alphabetical order. */
  list(): WorkflowAction[] {
    return [...this.#byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
