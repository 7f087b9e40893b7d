import { type Static, Type } from 'typebox';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import {
  type AnyRoute,
  defineRoute,
  named,
  nullableText,
  ok,
  strictObject,
  timestampField,
  toRecord,
} from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import { usdOfMicros } from '../economics/money.ts';
import { toOtlp } from './otlp.ts';
import { readTrace, type StoredSpan, type Trace } from './trace.repository.ts';
import { formatTraceId, parseTraceId } from './trace-ids.ts';

const spanRecord = named(
  'Span',
  Type.Object({
    span_id: Type.String({ description: '16 hex digits.' }),
    parent_span_id: nullableText('Null for the root.'),
    name: Type.String({ description: 'What was done, such as `outbox.enqueue`.' }),
    kind: Type.String({
      description: 'As in OpenTelemetry: `internal`, `server`, `client`, `producer` or `consumer`.',
    }),
    agent_id: nullableText('The agent at work.'),
    start_time: timestampField('When it began.'),
    end_time: timestampField('When it ended.'),
    duration_ms: Type.Number({ description: 'Duration.' }),
    status: Type.String({
      enum: ['ok', 'error', 'unset'],
      description: '`unset`: it ended without a verdict.',
    }),
    status_message: nullableText('What went wrong.'),
    attributes: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'As in OpenTelemetry; our own keys begin with `trivium.`.',
      },
    ),
    events: Type.Array(Type.Object({}, { additionalProperties: true }), {
      description: 'Events within it, each with its time.',
    }),
    cost_usd: Type.Number({ description: 'Its own cost, without the spans below it.' }),
  }),
);

const traceRecord = named(
  'Trace',
  Type.Object({
    trace_id: Type.String({ description: '32 hex digits, as in W3C Trace Context.' }),
    campaign_id: nullableText('The campaign.'),
    lead_id: nullableText('The lead.'),
    status: Type.String({ enum: ['ok', 'error'], description: '`error` if one of its spans is.' }),
    started_at: timestampField('Start of the first span.'),
    ended_at: timestampField('End of the last span so far.'),
    duration_ms: Type.Number({ description: 'Time from the first start to the last end.' }),
    span_count: Type.Integer({ description: 'Number of spans.' }),
    total_cost_usd: Type.Number({ description: 'Cost of all spans together.' }),
    spans: Type.Array(spanRecord, { description: 'The root first, then by start time.' }),
  }),
);

const otlpRecord = named(
  'OtlpTrace',
  Type.Object({
    resourceSpans: Type.Array(Type.Object({}, { additionalProperties: true }), {
      description: 'In the JSON form of OTLP, as collectors accept it.',
    }),
  }),
);

const traceAnswer = named('TraceAnswer', Type.Union([traceRecord, otlpRecord]));

export function traceRoutes(service: () => { db: AnyDatabase }): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/outreach/traces/:id',
      operationId: 'getTrace',
      tag: 'Outreach',
      summary: 'Read a trace with its spans',
      description: 'One trace for each campaign and lead. `format=otlp` answers OTLP/JSON.',
      access: 'outreach:read',
      limits: ['outreach_queries'],
      params: Type.Object({ id: Type.String({ description: '32 hex digits.' }) }),
      query: strictObject({ format: Type.String({ enum: ['json', 'otlp'], default: 'json' }) }),
      responses: { 200: traceAnswer },
      errors: ['not_found'],
      handler: async ({ principal, params, query }) => {
        const id = parseTraceId(params.id);
        const trace = id && (await readTrace(service().db, principal.orgId, id));
        if (!trace || trace.spans.length === 0) throw notFound('trace');
        return ok(query.format === 'otlp' ? toOtlp(principal.orgId, [trace]) : toTraceRecord(trace));
      },
    }),
  ];
}

function toTraceRecord({ id, campaignId, leadId, spans }: Trace): Static<typeof traceRecord> {
  const root = required(spans[0], 'the root of a trace');
  const totalMicros = spans.reduce((sum, { costMicros }) => sum + costMicros, 0);
  return {
    trace_id: formatTraceId(id),
    campaign_id: campaignId && formatId('cmp', campaignId),
    lead_id: leadId && formatId('led', leadId),
    status: root.status === 'error' ? 'error' : 'ok',
    started_at: timeOf(root.startedUs),
    ended_at: timeOf(root.startedUs + root.durationUs),
    duration_ms: root.durationUs / 1_000,
    span_count: spans.length,
    total_cost_usd: usdOfMicros(totalMicros),
    spans: spans.map(toSpanRecord),
  };
}

function toSpanRecord(span: StoredSpan): Static<typeof spanRecord> {
  return toRecord(spanRecord, span, {
    agent_id: span.agentId && formatId('agt', span.agentId),
    start_time: timeOf(span.startedUs),
    end_time: timeOf(span.startedUs + span.durationUs),
    duration_ms: span.durationUs / 1_000,
    attributes: span.attributes ?? {},
    events: span.events ?? [],
    cost_usd: usdOfMicros(span.costMicros),
  });
}

function timeOf(us: number): string {
  return new Date(Math.floor(us / 1_000)).toISOString();
}
