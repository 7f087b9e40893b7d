import {
  float8Array,
  int4Array,
  int8Array,
  type QueryRows,
  textArray,
  uuidArray,
} from '../../kit/db/index.ts';
import type { AppendParticipant, PendingEvent, WrittenEvent } from '../spine/index.ts';
import { runId, runIdBound } from './run-id.ts';
import { DEPTH_FIELD, MAX_DEPTH, type RunStatus } from './workflow.ts';
import type { WorkflowDirectory } from './workflow-directory.ts';

interface PlannedRun {
  workflowId: string;
  id: string;
  revision: number;
  /** Index of the event within its plan. */
  rank: number;
  depth: number;
  status: RunStatus;
  occurredAt: number;
}

export interface RunPlan {
  orgId: string;
  runs: PlannedRun[];
  /** How many runs each event starts. */
  counts: number[];
}

export interface RunParticipantOptions {
  directory: WorkflowDirectory;
  /** Runs of the organization were committed. */
  onRuns(orgId: string): void;
  /** So many events were planned that no workflow published. */
  onEvents(events: number): void;
}

/** Writes the runs that new events start in the statement that writes the events. */
export function createRunParticipant(options: RunParticipantOptions): AppendParticipant<RunPlan> {
  const { directory, onRuns, onEvents } = options;
  return {
    name: 'new_workflow_runs',
    parameterCount: 8,
    sql: (n) => `
      insert into workflow_runs (workflow_id, id, org_id, revision, position, depth, status, next_attempt_at)
      select r.workflow_id, r.id, r.org_id, r.revision, h.base + r.rank, r.depth, r.status,
        to_timestamp(r.occurred_at / 1000.0)
      from unnest($${n}::uuid[], $${n + 1}::uuid[], $${n + 2}::uuid[], $${n + 3}::int[], $${n + 4}::int[],
        $${n + 5}::int[], $${n + 6}::text[], $${n + 7}::float8[])
        as r(workflow_id, id, org_id, revision, rank, depth, status, occurred_at)
      join heads h on h.org_id = r.org_id`,
    loadRoutes: (orgIds, query) => directory.load(orgIds, query),
    forgetRoutes: (orgId) => directory.forget(orgId),
    plan: (orgId, events) => {
      onEvents(events.reduce((sum, { metadata }) => sum + (metadata.includes(DEPTH_FIELD) ? 0 : 1), 0));
      const byEvent = events.map((event, rank) => planEvent(directory, orgId, event, rank));
      return { orgId, runs: byEvent.flat(), counts: byEvent.map((runs) => runs.length) };
    },
    parameters: (plans) => {
      const all = plans.flatMap(({ orgId, runs }) => runs.map((run) => ({ orgId, ...run })));
      if (all.length === 0) return undefined;
      return [
        uuidArray(all.map(({ workflowId }) => workflowId)),
        uuidArray(all.map(({ id }) => id)),
        uuidArray(all.map(({ orgId }) => orgId)),
        int4Array(all.map(({ revision }) => revision)),
        int4Array(all.map(({ rank }) => rank)),
        int4Array(all.map(({ depth }) => depth)),
        textArray(all.map(({ status }) => status)),
        float8Array(all.map(({ occurredAt }) => occurredAt)),
      ];
    },
    committed: ({ orgId, runs }) => {
      if (runs.some(({ status }) => status === 'queued')) onRuns(orgId);
    },
    abandoned: () => {},
    countRuns: countWrittenRuns,
    workflowRuns: ({ counts }, index) => counts[index]!,
  };
}

function planEvent(
  directory: WorkflowDirectory,
  orgId: string,
  event: PendingEvent,
  rank: number,
): PlannedRun[] {
  const routes = directory.match(orgId, event);
  if (routes.length === 0) return [];
  const depth = depthOf(event.metadata) + 1;
  return routes.map(({ workflowId, revision }) => ({
    workflowId,
    id: runId(event.id, event.occurredAt, workflowId),
    revision,
    rank,
    depth: Math.min(depth, MAX_DEPTH + 1),
    status: depth > MAX_DEPTH ? 'loop_stopped' : 'queued',
    occurredAt: event.occurredAt,
  }));
}

/** Runs that led to an event, as its metadata (JSON text) tells; 0 for what no workflow published. */
export function depthOf(metadata: string): number {
  if (!metadata.includes(DEPTH_FIELD)) return 0;
  const depth = (JSON.parse(metadata) as Record<string, unknown>)[DEPTH_FIELD];
  return typeof depth === 'number' && Number.isInteger(depth) && depth > 0 ? depth : 0;
}

/** Runs of events that are in the log. Ids of runs begin with the time of their event, so few are looked at. */
async function countWrittenRuns(
  query: QueryRows,
  orgId: string,
  events: readonly WrittenEvent[],
): Promise<number[]> {
  const rows = await query<{ position: number; runs: number }>(
    `select r.position, count(*)::int as runs
     from unnest($2::int8[], $3::uuid[], $4::uuid[]) as e(position, first_id, last_id)
     join workflows w on w.org_id = $1
     join workflow_runs r on r.workflow_id = w.id and r.id between e.first_id and e.last_id and r.position = e.position
     group by r.position`,
    [
      orgId,
      int8Array(events.map(({ position }) => position)),
      uuidArray(events.map(({ occurredAt }) => runIdBound(occurredAt, '0'))),
      uuidArray(events.map(({ occurredAt }) => runIdBound(occurredAt, 'f'))),
    ],
  );
  const runs = new Map(rows.map((row) => [row.position, row.runs]));
  return events.map(({ position }) => runs.get(position) ?? 0);
}
