import type { Pool } from 'pg';
import { int4Array, queryPool, textArray, uuidArray } from '../../kit/db/index.ts';
import { formatId } from '../../kit/ids.ts';
import {
  formatTraceparent,
  inTrace,
  parseTraceparent,
  type TraceContext,
  type Tracing,
} from '../../kit/observability/index.ts';
import { RepeatedTask } from '../../kit/repeated-task.ts';
import type { AppendParticipant } from './append-statement.ts';
import type { PendingEvent } from './event.ts';

interface TracedEvent {
  orgId: string;
  position: number;
}

/** Longer than any delivery is tried by itself. */
const KEPT_DAYS = 7;
const UPKEEP_EVERY_MS = 600_000;
const REMOVED_AT_ONCE = 10_000;

export type EventTraces = ReturnType<typeof createEventTraces>;

/** Keeps which trace an event belongs to. There is none where traces are off: then nothing is written or read. */
export function createEventTraces(options: { pool: Pool; tracing: Tracing; onError(error: unknown): void }) {
  const { pool, tracing } = options;
  const query = queryPool(pool);
  const upkeep = new RepeatedTask({
    everyMs: UPKEEP_EVERY_MS,
    run: () =>
      query(
        `delete from event_traces where (org_id, position) in (
           select org_id, position from event_traces where created_at < clock_timestamp() - $1 * interval '1 day'
           order by created_at limit ${REMOVED_AT_ONCE})`,
        [KEPT_DAYS],
      ),
    onError: options.onError,
  });

  async function read(events: readonly TracedEvent[]): Promise<Map<string, TraceContext>> {
    const rows = await query<{ org_id: string; position: number; traceparent: string }>(
      `select t.org_id, t.position, t.traceparent from event_traces t
       join unnest($1::uuid[], $2::bigint[]) as e(org_id, position) using (org_id, position)`,
      [events.map(({ orgId }) => orgId), events.map(({ position }) => position)],
    );
    return new Map(
      rows.flatMap(({ org_id, position, traceparent }) => {
        const trace = parseTraceparent(traceparent);
        return trace === undefined ? [] : [[`${org_id} ${position}`, trace] as const];
      }),
    );
  }

  return {
    tracing,
    participant: traceParticipant as AppendParticipant,
    start: () => upkeep.start(),
    stop: () => upkeep.stop(),

    /** Gives events that were read from the database the trace that they belong to; without one when it cannot be read. */
    async attach(events: readonly (TracedEvent & { trace?: TraceContext | undefined })[]): Promise<void> {
      const found = await read(events).catch((error: unknown) => {
        options.onError(error);
        return new Map<string, TraceContext>();
      });
      for (const event of events) event.trace ??= found.get(`${event.orgId} ${event.position}`);
    },

    /** Does work that an event caused, as a part of the event's trace. */
    async follow<T>(event: TracedEvent & { id: string }, name: string, work: () => Promise<T>): Promise<T> {
      const traced: TracedEvent & { trace?: TraceContext | undefined } = { ...event, trace: undefined };
      await this.attach([traced]);
      const span = tracing.start(name, {
        kind: 'consumer',
        parent: traced.trace,
        attributes: { 'trivium.event.id': formatId('evt', event.id) },
      });
      try {
        const value = await inTrace(span.context, work);
        span.end();
        return value;
      } catch (error) {
        span.end((error as Error).message);
        throw error;
      }
    },
  };
}

interface TracePlan {
  orgId: string;
  traced: { rank: number; traceparent: string }[];
}

const traceParticipant: AppendParticipant<TracePlan> = {
  name: 'new_traces',
  parameterCount: 3,
  sql: (n) => `
    insert into event_traces (org_id, position, traceparent)
    select t.org_id, h.base + t.rank, t.traceparent
    from unnest($${n}::uuid[], $${n + 1}::int[], $${n + 2}::text[]) as t(org_id, rank, traceparent)
    join heads h on h.org_id = t.org_id`,
  loadRoutes: async () => {},
  forgetRoutes: () => {},
  plan: (orgId, events) => ({
    orgId,
    traced: events.flatMap(({ span }: PendingEvent, rank) =>
      span?.context.isSampled ? [{ rank, traceparent: formatTraceparent(span.context) }] : [],
    ),
  }),
  parameters: (plans) => {
    const all = plans.flatMap(({ orgId, traced }) => traced.map((one) => ({ orgId, ...one })));
    if (all.length === 0) return undefined;
    return [
      uuidArray(all.map(({ orgId }) => orgId)),
      int4Array(all.map(({ rank }) => rank)),
      textArray(all.map(({ traceparent }) => traceparent)),
    ];
  },
  committed: () => {},
  abandoned: () => {},
};
