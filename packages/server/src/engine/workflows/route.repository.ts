import type { QueryRows } from '../../kit/db/index.ts';

/** A workflow, as needed to match events with it. */
export interface RouteRow {
  id: string;
  orgId: string;
  revision: number;
  eventPattern: string;
  condition: object | null;
}

/** The enabled workflows of these organizations. */
export function readEnabledWorkflows(query: QueryRows, orgIds: readonly string[]): Promise<RouteRow[]> {
  return query(
    `select id, org_id as "orgId", revision, event_pattern as "eventPattern", condition from workflows
     where org_id = any($1::uuid[]) and enabled and deleted_at is null order by id`,
    [orgIds],
  );
}
