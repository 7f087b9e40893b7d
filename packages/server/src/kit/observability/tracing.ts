import { AsyncLocalStorage } from 'node:async_hooks';

/** A position in a trace, as defined by W3C Trace Context. */
export interface TraceContext {
  /** 32 hex digits. */
  traceId: string;
  /** 16 hex digits. */
  spanId: string;
  isSampled: boolean;
}

/** Work that is timed until `end` is called. */
export interface OpenSpan {
  readonly context: TraceContext;
  set(attributes: SpanAttributes): void;
  /** `failure` says briefly what went wrong; undefined on success. */
  end(failure?: string): void;
}

export type SpanAttributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** The parent; undefined starts a new trace. */
  parent: TraceContext | undefined;
  attributes?: SpanAttributes;
  /** Related traces. */
  links?: readonly TraceContext[];
}

/** Records spans and exports them to a collector. Absent when tracing is off. */
export interface Tracing {
  start(name: string, options: SpanOptions): OpenSpan;
  /** Exports what is left, waiting briefly. */
  stop(): Promise<void>;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;

/** Parses a W3C Trace Context header; undefined when it is invalid. */
export function parseTraceparent(header: unknown): TraceContext | undefined {
  if (typeof header !== 'string' || header.length > 256) return undefined;
  const [, version = '', traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(header) ?? [];
  if (traceId === '' || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

// Created with the first trace: async context tracking makes every promise a little slower.
let storage: AsyncLocalStorage<TraceContext> | undefined;

/** Runs work as part of a trace. */
export function inTrace<T>(context: TraceContext, work: () => T): T {
  storage ??= new AsyncLocalStorage();
  return storage.run(context, work);
}

/** The trace that the running code belongs to; undefined when there is none or tracing is off. */
export function currentTrace(): TraceContext | undefined {
  return storage?.getStore();
}
