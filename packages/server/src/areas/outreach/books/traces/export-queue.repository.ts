import { sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import { required } from '../../../../kit/required.ts';
import type { StoredSpan, Trace } from './trace.repository.ts';
import { rootSpanIdOf } from './trace-ids.ts';

/** Spans waiting for the collector, by organization. */
export interface QueuedTraces {
  ids: string[];
  /** Their organizations, including any erased meanwhile. */
  orgIds: string[];
  traces: Map<string, Trace[]>;
}

/** From now on the statement that writes a span also queues it. */
export async function queueNewSpans(db: AnyDatabase): Promise<void> {
  await sql`select set_span_export(true)`.execute(db);
}

/** For when there is no collector any more: stops queueing and discards the queue. */
export async function stopQueueing(db: AnyDatabase): Promise<void> {
  await sql`select set_span_export(false)`.execute(db);
}

/** Keeps only the newest in the queue; returns how many it dropped. */
export async function dropOldest(db: AnyDatabase, maxWaiting: number): Promise<number> {
  const result = await sql`delete from trace_export_queue
    where id <= (select max(id) from trace_export_queue) - ${maxWaiting}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

interface QueuedRow extends StoredSpan {
  queueId: string;
  orgId: string;
  traceId: string;
  campaignId: string | null;
  leadId: string | null;
}

/** Takes the oldest; until the transaction ends, other nodes take different ones. */
export async function takeQueued(tx: AnyTransaction, most: number): Promise<QueuedTraces> {
  const { rows } = await sql<QueuedRow>`
    with q as materialized (
      select id, org_id, trace_id, span_id from trace_export_queue order by id limit ${most} for update skip locked
    )
    select q.id::text as "queueId", q.org_id as "orgId", q.trace_id as "traceId", t.campaign_id as "campaignId",
      t.lead_id as "leadId", s.span_id as "spanId", s.parent_span_id as "parentSpanId", s.name, s.kind,
      s.agent_id as "agentId", (extract(epoch from s.started_at) * 1000000)::bigint as "startedUs",
      s.duration_us as "durationUs", s.status, s.status_message as "statusMessage", s.attributes, s.events,
      s.cost_micros as "costMicros"
    from q
    left join trace_spans s on s.org_id = q.org_id and s.trace_id = q.trace_id and s.span_id = q.span_id
    left join traces t on t.org_id = q.org_id and t.id = q.trace_id`.execute(tx);
  const traces = new Map<string, Map<string, Trace>>();
  for (const { queueId: _, orgId, traceId, campaignId, leadId, ...span } of rows) {
    // Erased meanwhile, so it is not exported.
    if (span.spanId === null) continue;
    const ofOrg = traces.get(orgId) ?? new Map<string, Trace>();
    traces.set(orgId, ofOrg);
    const trace = ofOrg.get(traceId) ?? { id: traceId, campaignId, leadId, spans: [] };
    ofOrg.set(traceId, trace);
    trace.spans.push(span);
  }
  await addRoots(tx, traces);
  return {
    ids: rows.map(({ queueId }) => queueId),
    orgIds: [...new Set(rows.map(({ orgId }) => orgId))],
    traces: new Map([...traces].map(([orgId, of]) => [orgId, [...of.values()]])),
  };
}

/** Each trace's root is sent with its first spans, with the duration the trace has by then. */
async function addRoots(tx: AnyTransaction, traces: Map<string, Map<string, Trace>>): Promise<void> {
  for (const [orgId, ofOrg] of traces) {
    const { rows } = await sql<{ id: string; startedUs: number; endedUs: number }>`
      with fresh as (
        update traces set is_exported = true
        where org_id = ${orgId} and id = any(${[...ofOrg.keys()]}::uuid[]) and not is_exported returning id
      )
      select f.id, (extract(epoch from min(s.started_at)) * 1000000)::bigint as "startedUs",
        max((extract(epoch from s.started_at) * 1000000)::bigint + s.duration_us) as "endedUs"
      from fresh f join trace_spans s on s.org_id = ${orgId} and s.trace_id = f.id group by f.id`.execute(tx);
    for (const { id, startedUs, endedUs } of rows) {
      required(ofOrg.get(id), 'a trace of the batch').spans.unshift({
        spanId: rootSpanIdOf(id),
        parentSpanId: null,
        name: 'outreach',
        kind: 'internal',
        agentId: null,
        startedUs,
        durationUs: endedUs - startedUs,
        status: 'unset',
        statusMessage: null,
        attributes: null,
        events: null,
        costMicros: 0,
      });
    }
  }
}

export async function removeQueued(tx: AnyTransaction, { ids, orgIds }: QueuedTraces): Promise<void> {
  await sql`delete from trace_export_queue
    where id = any(${ids}::bigint[]) and org_id = any(${orgIds}::uuid[])`.execute(tx);
}
