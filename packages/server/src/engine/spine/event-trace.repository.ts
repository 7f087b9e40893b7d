import { int4Array, type QueryRows, textArray, uuidArray } from '../../kit/db/index.ts';
import type { StatementPart } from './append-statement.repository.ts';

export interface TracedEvent {
  orgId: string;
  position: number;
}

/** Removes up to `most` traces of older events. */
export async function removeOldTraces(
  query: QueryRows,
  { days, most }: { days: number; most: number },
): Promise<void> {
  await query(
    `delete from event_traces where (org_id, position) in (
       select org_id, position from event_traces where created_at < now() - $1 * interval '1 day'
       order by created_at limit $2)`,
    [days, most],
  );
}

/** The traces of those events that have one. */
export function readTraces(
  query: QueryRows,
  events: readonly TracedEvent[],
): Promise<(TracedEvent & { traceparent: string })[]> {
  return query(
    `select t.org_id as "orgId", t.position, t.traceparent from event_traces t
     join unnest($1::uuid[], $2::bigint[]) as e(org_id, position) using (org_id, position)`,
    [events.map(({ orgId }) => orgId), events.map(({ position }) => position)],
  );
}

/** The trace of a new event; `rank` is its index in its plan. */
export interface NewTrace {
  orgId: string;
  rank: number;
  traceparent: string;
}

/** Writes the traces of new events. */
export const newTraces: StatementPart<NewTrace> = {
  name: 'new_traces',
  parameterCount: 3,
  sql: (n) => `
    insert into event_traces (org_id, position, traceparent)
    select t.org_id, h.base + t.rank, t.traceparent
    from unnest($${n}::uuid[], $${n + 1}::int[], $${n + 2}::text[]) as t(org_id, rank, traceparent)
    join heads h on h.org_id = t.org_id`,
  values: (traces) => [
    uuidArray(traces.map(({ orgId }) => orgId)),
    int4Array(traces.map(({ rank }) => rank)),
    textArray(traces.map(({ traceparent }) => traceparent)),
  ],
};
