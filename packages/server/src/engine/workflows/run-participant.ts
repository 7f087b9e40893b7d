import { UUID_BYTES } from '../../kit/db/index.ts';
import type { AppendParticipant, PendingEvent } from '../spine/index.ts';
import { countRuns, newRuns, newRunValues } from './new-run.repository.ts';
import { RunChains } from './run-chains.ts';
import { uuidBytes, writeRunId } from './run-id.ts';
import type { WorkPace } from './work-pace.ts';
import { DEPTH_FIELD, MAX_DEPTH } from './workflow.ts';
import type { WorkflowDirectory, WorkflowRoute } from './workflow-directory.ts';

/** An event that starts runs, one per workflow. */
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
  /** Number of events not published by a workflow. */
  ofClients: number;
  /** By `performance.now()`. */
  plannedAt: number;
}

export interface RunParticipantOptions {
  directory: WorkflowDirectory;
  /** Runs of the organization were committed. */
  onRuns(orgId: string): void;
  /** Told about events not published by a workflow. */
  pace: Pick<WorkPace, 'published' | 'written'>;
}

/** Writes the runs that new events start, in the same statement as the events. */
export function createRunParticipant(options: RunParticipantOptions): AppendParticipant<RunPlan> {
  const { directory, onRuns, pace } = options;
  const chains = new RunChains();
  const settle = ({ ofClients, plannedAt }: RunPlan) => {
    if (ofClients > 0) pace.written(ofClients, performance.now() - plannedAt);
  };
  return {
    ...newRuns,
    loadRoutes: (orgIds, query) => directory.load(orgIds, query),
    forgetRoutes: (orgId) => directory.forget(orgId),
    plan: (orgId, events) => planEvents(orgId, events, { directory, chains, pace }),
    parameters,
    rows: ({ starting }) => starting.reduce((sum, { routes }) => sum + routes.length, 0),
    committed: (plan) => {
      settle(plan);
      const { orgId, starting } = plan;
      if (starting.some(({ depth }) => depth <= MAX_DEPTH)) onRuns(orgId);
    },
    abandoned: settle,
    countRuns,
    workflowRuns: ({ counts }, index) => counts[index] ?? 0,
  };
}

function planEvents(
  orgId: string,
  events: readonly PendingEvent[],
  {
    directory,
    chains,
    pace,
  }: { directory: WorkflowDirectory; chains: RunChains; pace: Pick<WorkPace, 'published'> },
): RunPlan {
  const starting: StartingEvent[] = [];
  let ofClients = 0;
  const counts = events.map((event, rank) => {
    const { depth: above, correlationId } = chainOf(event.metadata);
    if (above === 0) ofClients++;
    const routes = directory.match(orgId, event);
    if (routes.length > 0) {
      const goesOn = above === 0 || chains.grow(orgId, correlationId, routes.length);
      const depth = goesOn ? Math.min(above, MAX_DEPTH) + 1 : MAX_DEPTH + 1;
      starting.push({ event, rank, depth, routes });
    }
    return routes.length;
  });
  if (ofClients > 0) pace.published(ofClients);
  return { orgId, starting, counts, ofClients, plannedAt: performance.now() };
}

/** Each workflow once, plus the values of each run. */
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
  return newRunValues({ routes: [...routes.keys()], orgIds, routeOf, ids, ranks, depths, times });
}

/**
 * Length of the chain of runs that led to an event, from its metadata (JSON text); 0 when no workflow
 * published it.
 */
export function depthOf(metadata: string): number {
  return chainOf(metadata).depth;
}

function chainOf(metadata: string): { depth: number; correlationId: string } {
  if (!metadata.includes(DEPTH_FIELD)) return { depth: 0, correlationId: '' };
  const { [DEPTH_FIELD]: depth, correlationId } = JSON.parse(metadata) as Record<string, unknown>;
  return {
    depth: typeof depth === 'number' && Number.isInteger(depth) && depth > 0 ? depth : 0,
    correlationId: typeof correlationId === 'string' ? correlationId : '',
  };
}
