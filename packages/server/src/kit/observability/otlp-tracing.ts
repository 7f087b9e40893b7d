import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { OpenSpan, SpanAttributes, TraceContext, Tracing } from './tracing.ts';

export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export interface OtlpTracingOptions {
  /** The collector's endpoint for traces, such as `http://127.0.0.1:4318/v1/traces`. */
  url: string;
  headers: Record<string, string>;
  sampler: (typeof samplers)[number];
  /** Fraction of traces that ratio samplers keep, 0 to 1. */
  ratio: number;
  /** Attributes that identify this service, including `service.name`. */
  resource: SpanAttributes;
}

/** How long a stop waits for the collector. */
const MAX_WAITED_MS = 2_000;
/** Spans queued for the collector; more are dropped, and nothing waits for them. */
const MAX_WAITING = 16_384;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Exports spans to a collector over OTLP/HTTP in JSON. Loaded only when tracing is on. */
export function openOtlpTracing({ url, headers, sampler, ratio, resource }: OtlpTracingOptions): Tracing {
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: 5_000 });
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: MAX_WAITING,
    maxExportBatchSize: 512,
    scheduledDelayMillis: 1_000,
    exportTimeoutMillis: 5_000,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes(resource),
    sampler: samplerOf(sampler, ratio),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('trivium');
  return {
    start(name, { kind, parent, attributes = {}, links = [] }) {
      const options = {
        kind: kinds[kind],
        attributes,
        links: links.map((link) => ({ context: toSpanContext(link) })),
        root: parent === undefined,
      };
      return new OtlpSpan(tracer.startSpan(name, options, contextOf(parent)));
    },
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      const tooLate = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, MAX_WAITED_MS);
      });
      await Promise.race([provider.shutdown().catch(() => {}), tooLate]);
      clearTimeout(timer);
    },
  };
}

function samplerOf(name: OtlpTracingOptions['sampler'], ratio: number): Sampler {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root;
}

function contextOf(parent: TraceContext | undefined): Context {
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, toSpanContext(parent));
}

function toSpanContext({ traceId, spanId, isSampled }: TraceContext): SpanContext {
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
}

class OtlpSpan implements OpenSpan {
  readonly context: TraceContext;
  readonly #span: Span;

  constructor(span: Span) {
    const { traceId, spanId, traceFlags } = span.spanContext();
    this.#span = span;
    this.context = { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes);
  }

  end(failure?: string): void {
    if (failure !== undefined) this.#span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
    this.#span.end();
  }
}
