import { AsyncLocalStorage } from 'node:async_hooks';

/** A place in a trace, as W3C Trace Context names it. */
export interface TraceContext {
  /** 32 hex digits. */
  traceId: string;
  /** 16 hex digits. */
  spanId: string;
  isSampled: boolean;
}

/** Work that is timed from here until `end` is called. */
export interface OpenSpan {
  readonly context: TraceContext;
  set(attributes: SpanAttributes): void;
  /** `failure` says in a few words what went wrong; undefined for nothing. */
  end(failure?: string): void;
}

export type SpanAttributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** What it belongs to; undefined begins a trace. */
  parent: TraceContext | undefined;
  attributes?: SpanAttributes;
  /** What it has to do with besides. */
  links?: readonly TraceContext[];
}

/** Records spans and tells a collector of them. Where traces are off there is none. */
export interface Tracing {
  start(name: string, options: SpanOptions): OpenSpan;
  /** Tells the collector what is left, for a moment. */
  stop(): Promise<void>;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;

/** Reads the header of W3C Trace Context; undefined for what is none. */
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

// Made with the first trace: following what belongs to what through promises costs each of them a little.
let storage: AsyncLocalStorage<TraceContext> | undefined;

/** Runs work as part of a trace. */
export function inTrace<T>(context: TraceContext, work: () => T): T {
  storage ??= new AsyncLocalStorage();
  return storage.run(context, work);
}

/** The trace that the running work is part of; undefined for none, and where traces are off. */
export function currentTrace(): TraceContext | undefined {
  return storage?.getStore();
}
