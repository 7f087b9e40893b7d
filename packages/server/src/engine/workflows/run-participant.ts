import {
  float8Array,
  int4Array,
  int8Array,
  packedUuidArray,
  type QueryRows,
  UUID_BYTES,
  uuidArray,
} from '../../kit/db/index.ts';
import { uuidBound } from '../../kit/ids.ts';
import type { AppendParticipant, PendingEvent, WrittenEvent } from '../spine/index.ts';
import { uuidBytes, writeRunId } from './run-id.ts';
import type { WorkPace } from './work-pace.ts';
import { DEPTH_FIELD, MAX_DEPTH } from './workflow.ts';
import type { WorkflowDirectory, WorkflowRoute } from './workflow-directory.ts';

/** An event that starts runs, one of each workflow. */
interface StartingEvent {
  event: PendingEvent;
  /** Index of the event within its plan. */
  rank: number;
  depth: number;
  routes: readonly WorkflowRoute[];
}

export interface RunPlan {
  orgId: string;
  starting: StartingEvent[];
  /** How many runs each event starts. */
  counts: number[];
  /** Events that no workflow published. */
  ofClients: number;
  /** On the clock of `performance`. */
  plannedAt: number;
}

export interface RunParticipantOptions {
  directory: WorkflowDirectory;
  /** Runs of the organization were committed. */
  onRuns(orgId: string): void;
  /** Told of events that no workflow published. */
  pace: Pick<WorkPace, 'published' | 'written'>;
}

/** Writes the runs that new events start in the statement that writes the events. */
export function createRunParticipant(options: RunParticipantOptions): AppendParticipant<RunPlan> {
  const { directory, onRuns, pace } = options;
  const settle = ({ ofClients, plannedAt }: RunPlan) => {
    if (ofClients > 0) pace.written(ofClients, performance.now() - plannedAt);
  };
  return {
    name: 'new_workflow_runs',
    parameterCount: 8,
    sql: (n) => `
      insert into workflow_runs (workflow_id, id, org_id, revision, position, depth, status, next_attempt_at)
      select ($${n}::uuid[])[r.route], r.id, h.org_id, ($${n + 2}::int[])[r.route], h.base + r.rank, r.depth,
        case when r.depth > ${MAX_DEPTH} then 'loop_stopped' else 'queued' end, to_timestamp(r.occurred_at / 1000.0)
      from unnest($${n + 3}::int[], $${n + 4}::uuid[], $${n + 5}::int[], $${n + 6}::int[], $${n + 7}::float8[])
        as r(route, id, rank, depth, occurred_at)
      join heads h on h.org_id = ($${n + 1}::uuid[])[r.route]`,
    loadRoutes: (orgIds, query) => directory.load(orgIds, query),
    forgetRoutes: (orgId) => directory.forget(orgId),
    plan: (orgId, events) => planEvents(directory, orgId, events, pace),
    parameters,
    rows: ({ starting }) => starting.reduce((sum, { routes }) => sum + routes.length, 0),
    committed: (plan) => {
      settle(plan);
      const { orgId, starting } = plan;
      if (starting.some(({ depth }) => depth <= MAX_DEPTH)) onRuns(orgId);
    },
    abandoned: settle,
    countRuns: countWrittenRuns,
    workflowRuns: ({ counts }, index) => counts[index] ?? 0,
  };
}

function planEvents(
  directory: WorkflowDirectory,
  orgId: string,
  events: readonly PendingEvent[],
  pace: Pick<WorkPace, 'published'>,
): RunPlan {
  const starting: StartingEvent[] = [];
  let ofClients = 0;
  const counts = events.map((event, rank) => {
    const above = depthOf(event.metadata);
    if (above === 0) ofClients++;
    const routes = directory.match(orgId, event);
    if (routes.length > 0) {
      starting.push({ event, rank, depth: Math.min(above, MAX_DEPTH) + 1, routes });
    }
    return routes.length;
  });
  if (ofClients > 0) pace.published(ofClients);
  return { orgId, starting, counts, ofClients, plannedAt: performance.now() };
}

/** Each workflow once, and of each run what is its own. */
function parameters(plans: readonly RunPlan[]): Buffer[] | undefined {
  const count = plans.reduce((sum, plan) => plan.counts.reduce((inPlan, runs) => inPlan + runs, sum), 0);
  if (count === 0) return undefined;
  const routes = new Map<WorkflowRoute, number>();
  const orgIds: string[] = [];
  const routeOf: number[] = [];
  const ids = Buffer.allocUnsafe(count * UUID_BYTES);
  const ranks: number[] = [];
  const depths: number[] = [];
  const times: number[] = [];
  for (const plan of plans) {
    for (const { event, rank, depth, routes: started } of plan.starting) {
      const eventId = uuidBytes(event.id);
      const { occurredAt } = event;
      for (const route of started) {
        let index = routes.get(route);
        if (index === undefined) {
          index = routes.size + 1;
          routes.set(route, index);
          orgIds.push(plan.orgId);
        }
        const at = routeOf.length * UUID_BYTES;
        writeRunId(ids, at, { event: eventId, occurredAt, workflow: route.idBytes });
        routeOf.push(index);
        ranks.push(rank);
        depths.push(depth);
        times.push(occurredAt);
      }
    }
  }
  const known = [...routes.keys()];
  return [
    uuidArray(known.map(({ workflowId }) => workflowId)),
    uuidArray(orgIds),
    int4Array(known.map(({ revision }) => revision)),
    int4Array(routeOf),
    packedUuidArray(ids),
    int4Array(ranks),
    int4Array(depths),
    float8Array(times),
  ];
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
      uuidArray(events.map(({ occurredAt }) => uuidBound(occurredAt, '0'))),
      uuidArray(events.map(({ occurredAt }) => uuidBound(occurredAt, 'f'))),
    ],
  );
  const runs = new Map(rows.map((row) => [row.position, row.runs]));
  return events.map(({ position }) => runs.get(position) ?? 0);
}
