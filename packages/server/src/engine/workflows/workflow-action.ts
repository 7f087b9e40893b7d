import type { TSchema } from 'typebox';

/** What one action of a run is asked to do. */
export interface ActionCall {
  /** UUID. */
  orgId: string;
  /** UUID of the run. */
  runId: string;
  /** Of the workflow: records are read and written there. */
  environment: string;
  /** The key (UUID) that made the workflow: what it may spend, the action may. */
  keyId: string;
  /** What the workflow's template gave for this event; it fits the input schema. */
  input: Record<string, unknown>;
  /** For every event that the action causes. */
  correlationId: string;
  /** The same each time that this action of this run is tried; a second call must not do it twice. */
  idempotencyKey: string;
  /** Runs that led to this one, itself included. An action that publishes events of its own hands it on. */
  depth: number;
}

/**
 * Something that workflows can do, offered by whoever can do it. It should hand longer work to the
 * background and answer its record. An AppError of status 4xx ends the action; after anything else it
 * is tried again.
 */
export interface WorkflowAction {
  /** `area.verb_noun`, such as `contracts.execute`. */
  name: string;
  /** One sentence. */
  description: string;
  /** The scope that a key needs to put the action into a workflow, such as `contracts:write`. */
  scope: string;
  /** The limits of the organization that it counts against, in the order they are taken. */
  limits?: readonly string[];
  /** It works in the environment that it is told; any other is for workflows of production alone. */
  environments?: boolean;
  /** An object; unknown fields are refused if it says so. */
  inputSchema: TSchema;
  /** What later actions find as its result. */
  outputSchema: TSchema;
  /** Resolves to what the run shows as the result: small JSON, with the public ids of what was made. */
  run(call: ActionCall): Promise<Record<string, unknown>>;
}

/** The actions there are, by name. */
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
