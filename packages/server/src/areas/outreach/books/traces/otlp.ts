import { formatId } from '../../../../kit/ids.ts';
import { usdOfMicros } from '../economics/money.ts';
import type { StoredSpan, Trace } from './trace.repository.ts';
import { formatTraceId } from './trace-ids.ts';

const kinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;
const statuses = { unset: 0, ok: 1, error: 2 } as const;

/** One organization's traces in OTLP/JSON (1.9), the format of a collector's `/v1/traces`. */
export function toOtlp(orgId: string, traces: readonly Trace[]): OtlpRequest {
  return {
    resourceSpans: [
      {
        resource: {
          attributes: toAttributes({
            'service.name': 'trivium',
            'trivium.organization.id': formatId('org', orgId),
          }),
        },
        scopeSpans: [
          {
            scope: { name: 'trivium.outreach' },
            spans: traces.flatMap((trace) => trace.spans.map((span) => toSpan(trace, span))),
          },
        ],
      },
    ],
  };
}

export interface OtlpRequest {
  resourceSpans: object[];
}

function toSpan({ id, campaignId, leadId }: Trace, span: StoredSpan): object {
  return {
    traceId: formatTraceId(id),
    spanId: span.spanId,
    ...(span.parentSpanId !== null && { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: `${span.startedUs}000`,
    endTimeUnixNano: `${span.startedUs + span.durationUs}000`,
    attributes: toAttributes({
      ...(campaignId !== null && { 'outreach.campaign.id': formatId('cmp', campaignId) }),
      ...(leadId !== null && { 'outreach.lead.id': formatId('led', leadId) }),
      ...(span.agentId !== null && { 'gen_ai.agent.id': formatId('agt', span.agentId) }),
      ...(span.costMicros > 0 && { 'trivium.cost_usd': usdOfMicros(span.costMicros) }),
      ...span.attributes,
    }),
    events: (span.events ?? []).map(({ name, timeMs, attributes }) => ({
      name,
      timeUnixNano: `${Math.round(timeMs * 1_000)}000`,
      attributes: toAttributes((attributes ?? {}) as Record<string, unknown>),
    })),
    status: {
      code: statuses[span.status],
      ...(span.statusMessage !== null && { message: span.statusMessage }),
    },
  };
}

function toAttributes(attributes: Record<string, unknown>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toValue(value) }));
}

function toValue(value: unknown): object {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toValue) } };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { stringValue: String(value) };
}
