import {
  float8Array,
  int4Array,
  int8Array,
  packedUuidArray,
  type QueryRows,
  uuidArray,
} from '../../kit/db/index.ts';
import { uuidBound } from '../../kit/ids.ts';
import type { AppendParticipant, WrittenEvent } from '../spine/index.ts';
import { MAX_DEPTH } from './workflow.ts';

/** Writes the runs that new events start. */
export const newRuns = {
  name: 'new_workflow_runs',
  parameterCount: 8,
  sql: (n) => `
      insert into workflow_runs (workflow_id, id, org_id, revision, position, depth, status, next_attempt_at)
      select ($${n}::uuid[])[r.route], r.id, h.org_id, ($${n + 2}::int[])[r.route], h.base + r.rank, r.depth,
        case when r.depth > ${MAX_DEPTH} then 'loop_stopped' else 'queued' end, to_timestamp(r.occurred_at / 1000.0)
      from unnest($${n + 3}::int[], $${n + 4}::uuid[], $${n + 5}::int[], $${n + 6}::int[], $${n + 7}::float8[])
        as r(route, id, rank, depth, occurred_at)
      join heads h on h.org_id = ($${n + 1}::uuid[])[r.route]`,
} satisfies Pick<AppendParticipant, 'name' | 'parameterCount' | 'sql'>;

/** The workflows that new events start, without duplicates, and the values of each run. */
export interface NewRuns {
  routes: readonly { workflowId: string; revision: number }[];
  /** One per route. */
  orgIds: readonly string[];
  /** One per run from here on. Route numbers begin at 1. */
  routeOf: readonly number[];
  /** 16 bytes each. */
  ids: Buffer;
  ranks: readonly number[];
  depths: readonly number[];
  times: readonly number[];
}

export function newRunValues({ routes, orgIds, routeOf, ids, ranks, depths, times }: NewRuns): Buffer[] {
  return [
    uuidArray(routes.map(({ workflowId }) => workflowId)),
    uuidArray(orgIds),
    int4Array(routes.map(({ revision }) => revision)),
    int4Array(routeOf),
    packedUuidArray(ids),
    int4Array(ranks),
    int4Array(depths),
    float8Array(times),
  ];
}

/**
 * Number of runs for events already in the log, in their order. Run ids begin with their event's time, so few
 * rows are examined.
 */
export async function countRuns(
  query: QueryRows,
  orgId: string,
  events: readonly WrittenEvent[],
): Promise<number[]> {
  const rows = await query<{ position: number; runs: number }>(
    `select r.position, count(*)::int as runs
     from unnest($2::int8[], $3::uuid[], $4::uuid[]) as e(position, first_id, last_id)
     join workflows w on w.org_id = $1
     join workflow_runs r on r.org_id = $1 and r.workflow_id = w.id and r.id between e.first_id and e.last_id and r.position = e.position
     group by r.position`,
    [
      orgId,
      int8Array(events.map(({ position }) => position)),
      uuidArray(events.map(({ occurredAt }) => uuidBound(occurredAt, '0'))),
      uuidArray(events.map(({ occurredAt }) => uuidBound(occurredAt, 'f'))),
    ],
  );
  const runs = new Map(rows.map((row) => [row.position, row.runs]));
  return events.map(({ position }) => runs.get(position) ?? 0);
}
