import { sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import { rootSpanIdOf } from './trace-ids.ts';

export type SpanStatus = 'ok' | 'error' | 'unset';
export type SpanKind = 'internal' | 'client' | 'server' | 'producer' | 'consumer';

/** A finished piece of work. Ids are UUIDs, span ids 16 hex digits. */
export interface Span {
  traceId: string;
  spanId: string;
  /** Default: directly below the root. */
  parentSpanId?: string | undefined;
  /** Such as `enrich.dns`, `smtp.send` or `invoke_agent copywriter`. */
  name: string;
  kind?: SpanKind;
  campaignId?: string | undefined;
  leadId?: string | undefined;
  agentId?: string | undefined;
  /** Unix milliseconds, with fractions if known. */
  startedAtMs: number;
  durationMs: number;
  status: SpanStatus;
  statusMessage?: string | undefined;
  attributes?: Record<string, string | number | boolean | string[]>;
  events?: { name: string; timeMs: number; attributes?: object }[];
  costMicros?: number;
}

/** Inserts spans of one organization; existing ones are left unchanged. */
export async function recordSpans(
  db: AnyDatabase | AnyTransaction,
  orgId: string,
  spans: readonly Span[],
): Promise<void> {
  if (spans.length === 0) return;
  const rows = spans.map((span) => ({
    trace_id: span.traceId,
    span_id: span.spanId,
    parent_span_id: span.parentSpanId ?? rootSpanIdOf(span.traceId),
    name: span.name,
    kind: span.kind ?? 'internal',
    campaign_id: span.campaignId ?? null,
    lead_id: span.leadId ?? null,
    agent_id: span.agentId ?? null,
    started_us: Math.round(span.startedAtMs * 1_000),
    duration_us: Math.max(0, Math.round(span.durationMs * 1_000)),
    status: span.status,
    status_message: span.statusMessage ?? null,
    attributes: span.attributes ?? null,
    events: span.events ?? null,
    cost_micros: span.costMicros ?? 0,
  }));
  await sql`
    with s as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s(trace_id uuid, span_id text,
        parent_span_id text, name text, kind text, campaign_id uuid, lead_id uuid, agent_id uuid, started_us bigint,
        duration_us bigint, status text, status_message text, attributes jsonb, events jsonb, cost_micros bigint)
    ),
    t as (
      insert into traces (org_id, id, campaign_id, lead_id, created_at)
      select distinct on (trace_id) ${orgId}::uuid, trace_id, campaign_id, lead_id, to_timestamp(started_us / 1000000.0)
      from s where not exists (select from traces x where x.org_id = ${orgId} and x.id = s.trace_id)
      order by trace_id, started_us
      on conflict do nothing
    )
    insert into trace_spans (org_id, trace_id, span_id, parent_span_id, name, kind, agent_id, started_at, duration_us,
      status, status_message, attributes, events, cost_micros)
    select ${orgId}::uuid, trace_id, span_id, parent_span_id, name, kind, agent_id,
      timestamptz 'epoch' + started_us * interval '1 microsecond', duration_us, status, status_message, attributes,
      events, cost_micros
    from s on conflict do nothing`.execute(db);
}
