import type { Pool } from 'pg';
import { queryPool } from '../../kit/db/index.ts';
import { formatId } from '../../kit/ids.ts';
import {
  formatTraceparent,
  inTrace,
  parseTraceparent,
  type TraceContext,
  type Tracing,
} from '../../kit/observability/index.ts';
import { RepeatedTask } from '../../kit/repeated-task.ts';
import type { AppendParticipant } from './append-statement.repository.ts';
import type { PendingEvent } from './event.ts';
import {
  type NewTrace,
  newTraces,
  readTraces,
  removeOldTraces,
  type TracedEvent,
} from './event-trace.repository.ts';

/** Longer than any delivery is retried automatically. */
const KEPT_DAYS = 7;
const UPKEEP_EVERY_MS = 600_000;
const REMOVED_AT_ONCE = 10_000;

export type EventTraces = ReturnType<typeof createEventTraces>;

/**
 * Stores which trace an event belongs to. Does not exist when tracing is off: then nothing is written or
 * read.
 */
export function createEventTraces(options: { pool: Pool; tracing: Tracing; onError(error: unknown): void }) {
  const { pool, tracing } = options;
  const query = queryPool(pool);
  const upkeep = new RepeatedTask({
    everyMs: UPKEEP_EVERY_MS,
    run: () => removeOldTraces(query, { days: KEPT_DAYS, most: REMOVED_AT_ONCE }),
    onError: options.onError,
  });

  async function read(events: readonly TracedEvent[]): Promise<Map<string, TraceContext>> {
    const found = await readTraces(query, events);
    return new Map(
      found.flatMap(({ orgId, position, traceparent }) => {
        const trace = parseTraceparent(traceparent);
        return trace === undefined ? [] : [[`${orgId} ${position}`, trace] as const];
      }),
    );
  }

  return {
    tracing,
    participant: traceParticipant as AppendParticipant,
    start: () => upkeep.start(),
    stop: () => upkeep.stop(),

    /**
     * Attaches their traces to events read from the database; leaves them without one when it cannot be read.
     */
    async attach(events: readonly (TracedEvent & { trace?: TraceContext | undefined })[]): Promise<void> {
      const found = await read(events).catch((error: unknown) => {
        options.onError(error);
        return new Map<string, TraceContext>();
      });
      for (const event of events) event.trace ??= found.get(`${event.orgId} ${event.position}`);
    },

    /** Runs work that an event caused as part of the event's trace. */
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

const { name, sql, parameterCount, values } = newTraces;
const traceParticipant: AppendParticipant<NewTrace[]> = {
  name,
  sql,
  parameterCount,
  loadRoutes: async () => {},
  forgetRoutes: () => {},
  plan: (orgId, events) =>
    events.flatMap(({ span }: PendingEvent, rank) =>
      span?.context.isSampled ? [{ orgId, rank, traceparent: formatTraceparent(span.context) }] : [],
    ),
  parameters: (plans) => {
    const all = plans.flat();
    return all.length === 0 ? undefined : values(all);
  },
  committed: () => {},
  abandoned: () => {},
};
