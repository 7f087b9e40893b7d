import type { QueryRows } from '../../kit/db/index.ts';
import { factByName, namesOf } from '../catalog/index.ts';
import { PatternTrie, type PendingEvent } from '../spine/index.ts';
import { ConditionedEvent, compileCondition, type EventCondition } from './event-condition.ts';
import { type RouteRow, readEnabledWorkflows } from './route.repository.ts';
import { uuidBytes } from './run-id.ts';

/** The parts of a workflow needed for matching. */
export interface WorkflowRoute {
  workflowId: string;
  /** The bytes of the id. */
  idBytes: Buffer;
  revision: number;
  condition: EventCondition | null;
  /** Its pattern begins with a word rather than a wildcard, so these events were asked for on purpose. */
  isNamed: boolean;
}

export type MatchedEvent = Pick<PendingEvent, 'type' | 'source' | 'fact' | 'payload' | 'data' | 'metadata'>;

const NIL_UUID = '00000000-0000-0000-0000-000000000000';
/** Per organization; clients may invent any number of types. */
const MAX_KNOWN_TYPES = 1_000;

/** The enabled workflows of the organizations that publish through this node. */
export class WorkflowDirectory {
  readonly #routes = new Map<string, OrgRoutes>();

  /** Reads the workflows of organizations; takes effect when the returned function is called. */
  async load(orgIds: string[], query: QueryRows): Promise<() => void> {
    const byOrg = Map.groupBy(await readEnabledWorkflows(query, orgIds), (row) => row.orgId);
    const loaded = new Map([...byOrg].map(([orgId, own]) => [orgId, new OrgRoutes(own)]));
    return () => {
      for (const orgId of orgIds) {
        const routes = loaded.get(orgId);
        if (routes === undefined) this.#routes.delete(orgId);
        else this.#routes.set(orgId, routes);
      }
    };
  }

  forget(orgId: string): void {
    this.#routes.delete(orgId);
  }

  /** The workflows that an event starts, without duplicates. */
  match(orgId: string, event: MatchedEvent): readonly WorkflowRoute[] {
    return this.#routes.get(orgId)?.match(event) ?? [];
  }
}

/** An organization's workflows by the events they wait for. */
class OrgRoutes {
  readonly #patterns = new PatternTrie<WorkflowRoute>();
  readonly #byType = new Map<string, readonly WorkflowRoute[]>();

  constructor(rows: readonly RouteRow[]) {
    for (const row of rows) {
      this.#patterns.add(row.eventPattern, {
        workflowId: row.id,
        idBytes: uuidBytes(row.id),
        revision: row.revision,
        condition: row.condition && compileCondition(row.condition),
        isNamed: !row.eventPattern.startsWith('*'),
      });
    }
  }

  match(event: MatchedEvent): readonly WorkflowRoute[] {
    const routes = this.#ofType(event);
    if (routes.every(({ condition }) => condition === null)) return routes;
    const view = new ConditionedEvent(event);
    return routes.filter(({ condition }) => condition === null || condition(view));
  }

  /** Those whose pattern matches; the same for every event of a type. */
  #ofType({ type, fact }: MatchedEvent): readonly WorkflowRoute[] {
    const key = fact === null ? type : `fact ${type}`;
    let routes = this.#byType.get(key);
    if (routes === undefined) {
      routes = findRoutes(this.#patterns, type, fact);
      if (this.#byType.size >= MAX_KNOWN_TYPES) this.#byType.clear();
      this.#byType.set(key, routes);
    }
    return routes;
  }
}

/** Why an event would not start a workflow; undefined if it would. */
export function whyNotStarted(
  { pattern, condition }: { pattern: string; condition: object | null },
  event: MatchedEvent,
): 'type' | 'condition' | undefined {
  const row = { id: NIL_UUID, orgId: NIL_UUID, revision: 1, eventPattern: pattern };
  if (new OrgRoutes([{ ...row, condition: null }]).match(event).length === 0) return 'type';
  if (condition === null) return undefined;
  return new OrgRoutes([{ ...row, condition }]).match(event).length === 0 ? 'condition' : undefined;
}

/** A platform's fact is matched under each of its names; any other event by its type. */
function findRoutes(
  patterns: PatternTrie<WorkflowRoute>,
  type: string,
  factKey: string | null,
): WorkflowRoute[] {
  const fact = factKey === null ? undefined : factByName(type);
  const names = fact === undefined ? [type] : namesOf(fact);
  const found = new Set(names.flatMap((name) => patterns.match(name)));
  // A wildcard for all events means business events; the service's notices must be asked for by name.
  return [...found].filter(({ isNamed }) => fact?.platform !== 'system' || isNamed);
}
