import type { QueryRows } from '../../kit/db/index.ts';
import { factByName, namesOf } from '../catalog/index.ts';
import { PatternTrie, type PendingEvent } from '../spine/index.ts';
import { compileCondition, conditionView, type EventCondition } from './event-condition.ts';

/** What matching needs of a workflow. */
export interface WorkflowRoute {
  workflowId: string;
  revision: number;
  condition: EventCondition | null;
  /** Its pattern begins with a word, so what it asks for was meant. */
  isNamed: boolean;
}

interface RouteRow {
  id: string;
  org_id: string;
  revision: number;
  event_pattern: string;
  condition: object | null;
}

export type MatchedEvent = Pick<PendingEvent, 'type' | 'source' | 'fact' | 'data' | 'metadata'>;

/** The enabled workflows of the organizations that publish through this node. */
export class WorkflowDirectory {
  readonly #routes = new Map<string, PatternTrie<WorkflowRoute>>();

  /** Reads the workflows of organizations; in force when the returned function is called. */
  async load(orgIds: string[], query: QueryRows): Promise<() => void> {
    const rows = await query<RouteRow>(
      `select id, org_id, revision, event_pattern, condition from workflows
       where org_id = any($1::uuid[]) and enabled and deleted_at is null order by id`,
      [orgIds],
    );
    const byOrg = Map.groupBy(rows, (row) => row.org_id);
    const loaded = orgIds.map((orgId) => [orgId, buildRoutes(byOrg.get(orgId) ?? [])] as const);
    return () => {
      for (const [orgId, routes] of loaded) {
        if (routes === undefined) this.#routes.delete(orgId);
        else this.#routes.set(orgId, routes);
      }
    };
  }

  forget(orgId: string): void {
    this.#routes.delete(orgId);
  }

  /** The workflows that an event starts, each once. */
  match(orgId: string, event: MatchedEvent): WorkflowRoute[] {
    const routes = this.#routes.get(orgId);
    return routes === undefined ? [] : matchEvent(routes, event);
  }
}

/** Undefined when there is nothing to match. */
function buildRoutes(rows: readonly RouteRow[]): PatternTrie<WorkflowRoute> | undefined {
  if (rows.length === 0) return undefined;
  const routes = new PatternTrie<WorkflowRoute>();
  for (const row of rows) {
    routes.add(row.event_pattern, {
      workflowId: row.id,
      revision: row.revision,
      condition: row.condition && compileCondition(row.condition),
      isNamed: !row.event_pattern.startsWith('*'),
    });
  }
  return routes;
}

/** A fact that a platform published is matched under each of its names; any other event under its type. */
function matchEvent(routes: PatternTrie<WorkflowRoute>, event: MatchedEvent): WorkflowRoute[] {
  const fact = event.fact === null ? undefined : factByName(event.type);
  const names = fact === undefined ? [event.type] : namesOf(fact);
  const found = new Set<WorkflowRoute>();
  for (const name of names) {
    for (const route of routes.match(name)) {
      // Whatever asks for all events means those of business; notices of the service are asked for by name.
      if (fact?.platform === 'system' && !route.isNamed) continue;
      found.add(route);
    }
  }
  if (found.size === 0) return [];
  const view = conditionView(event);
  return [...found].filter(({ condition }) => condition === null || condition(view()));
}
