import { sql } from 'kysely';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import type { SpanKind, SpanStatus } from './span.repository.ts';
import { rootSpanIdOf } from './trace-ids.ts';

/** A span as stored. Times are Unix microseconds. */
export interface StoredSpan {
  spanId: string;
  parentSpanId: string | null;
  name: string;
  kind: SpanKind;
  agentId: string | null;
  startedUs: number;
  durationUs: number;
  status: SpanStatus;
  statusMessage: string | null;
  attributes: Record<string, unknown> | null;
  events: { name: string; timeMs: number; attributes?: object }[] | null;
  costMicros: number;
}

export interface Trace {
  id: string;
  campaignId: string | null;
  leadId: string | null;
  /** The root first, then by start time. */
  spans: StoredSpan[];
}

/** Maximum spans in a response. */
const MAX_SPANS = 5_000;

export async function readTrace(db: AnyDatabase, orgId: string, id: string): Promise<Trace | undefined> {
  const { rows } = await sql<{ campaignId: string | null; leadId: string | null }>`
    select campaign_id as "campaignId", lead_id as "leadId" from traces where org_id = ${orgId} and id = ${id}`.execute(
    db,
  );
  const [trace] = rows;
  if (trace === undefined) return undefined;
  const { rows: spans } = await sql<StoredSpan>`
    select span_id as "spanId", parent_span_id as "parentSpanId", name, kind, agent_id as "agentId",
      (extract(epoch from started_at) * 1000000)::bigint as "startedUs", duration_us as "durationUs", status,
      status_message as "statusMessage", attributes, events, cost_micros as "costMicros"
    from trace_spans where org_id = ${orgId} and trace_id = ${id}
    order by started_at, span_id limit ${MAX_SPANS}`.execute(db);
  return { id, ...trace, spans: withRoot(id, spans) };
}

/**
 * The spans below a single root that lasts from the first start to the last end. A span whose parent was not
 * recorded becomes a child of the root; parents last as long as their children.
 */
function withRoot(traceId: string, spans: StoredSpan[]): StoredSpan[] {
  const rootId = rootSpanIdOf(traceId);
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  for (const span of spans) {
    if (span.parentSpanId === null || !byId.has(span.parentSpanId)) span.parentSpanId = rootId;
  }
  for (const span of spans) stretchParents(span, byId);
  const start = Math.min(...spans.map(({ startedUs }) => startedUs));
  const end = Math.max(...spans.map(({ startedUs, durationUs }) => startedUs + durationUs));
  const root: StoredSpan = {
    spanId: rootId,
    parentSpanId: null,
    name: 'outreach',
    kind: 'internal',
    agentId: null,
    startedUs: start,
    durationUs: end - start,
    status: spans.some(({ status }) => status === 'error') ? 'error' : 'ok',
    statusMessage: null,
    attributes: null,
    events: null,
    costMicros: 0,
  };
  return spans.length === 0 ? [] : [root, ...spans];
}

function stretchParents(span: StoredSpan, byId: ReadonlyMap<string, StoredSpan>): void {
  const seen = new Set<string>();
  for (let child = span; ; ) {
    const parent = child.parentSpanId === null ? undefined : byId.get(child.parentSpanId);
    if (parent === undefined || seen.has(parent.spanId)) return;
    seen.add(parent.spanId);
    const end = Math.max(parent.startedUs + parent.durationUs, child.startedUs + child.durationUs);
    parent.startedUs = Math.min(parent.startedUs, child.startedUs);
    parent.durationUs = end - parent.startedUs;
    child = parent;
  }
}
