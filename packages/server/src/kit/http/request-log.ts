import { type Logger, pino } from 'pino';
import { formatId } from '../ids.ts';
import type { Exchange } from './exchange.ts';

export interface RequestLog {
  /** Writes one wide line for a request: everything needed to understand it later, no secret in it. */
  write(exchange: Exchange, status: number, durationMs: number): void;
}

const INFO = 30;

/** The log line of each request. The common line is put together by hand, as `LineFormat` tells. */
export function createRequestLog(log: Logger): RequestLog {
  const format = new LineFormat(log);
  return {
    write(exchange, status, durationMs) {
      const { failure, logFields } = exchange;
      if (status < 500 && failure === undefined && isEmpty(logFields)) {
        if (log.isLevelEnabled('info')) format.write(exchange, status, durationMs);
        return;
      }
      const line = { ...describe(exchange, status, durationMs), code: failure?.code, field: failure?.field };
      if (status >= 500) log.error({ ...line, err: failure?.cause ?? failure, ...logFields }, 'request');
      else log.info({ ...line, ...logFields }, 'request');
    },
  };
}

function describe(exchange: Exchange, status: number, durationMs: number) {
  const { principal, request, requestId, route } = exchange;
  return {
    request_id: requestId,
    method: request.method,
    route,
    status,
    duration_ms: Math.round(durationMs * 1000) / 1000,
    org_id: principal && formatId('org', principal.orgId),
    key_id: principal && formatId('key', principal.keyId),
  };
}

function isEmpty(fields: Record<string, unknown> | undefined): boolean {
  for (const _name in fields) return false;
  return true;
}

/** Pino's own parts, as far as they are used here. */
interface LoggerParts {
  // biome-ignore lint/suspicious/noExplicitAny: pino's integration symbols are not typed
  [symbol: symbol]: any;
}

/**
 * Writes the line of a request that went well as pino would write it. Pino looks for secrets, escapes each
 * field and hands over line by line, which for the door's own fields costs more than the rest of the door;
 * here the frame around them is taken from pino once, and the lines of one turn of the event loop go out
 * together.
 */
class LineFormat {
  readonly #log: Logger & LoggerParts;
  readonly #frame: [head: string, afterTime: string, end: string];
  readonly #owners = new WeakMap<object, string>();
  #lines = '';
  #timeMs = 0;
  #time = '';

  constructor(log: Logger) {
    this.#log = log as Logger & LoggerParts;
    const sample: string = this.#log[pino.symbols.asJsonSym]({ fields: 0 }, 'request', INFO, '<time>');
    const [head = '', rest = ''] = sample.split('<time>');
    const [afterTime = '', end = ''] = rest.split(',"fields":0');
    this.#frame = [head, afterTime, end];
  }

  write(exchange: Exchange, status: number, durationMs: number): void {
    const [head, afterTime, end] = this.#frame;
    if (this.#lines === '') setImmediate(() => this.#flush());
    this.#lines +=
      `${head}${this.#now()}${afterTime},"request_id":"${exchange.requestId}","method":"${exchange.request.method}",` +
      `"route":"${exchange.route}","status":${status},"duration_ms":${Math.round(durationMs * 1000) / 1000}${this.#owner(exchange)}${end}`;
  }

  #flush(): void {
    const lines = this.#lines;
    this.#lines = '';
    this.#log[pino.symbols.streamSym].write(lines);
  }

  #now(): string {
    const nowMs = Date.now();
    if (nowMs !== this.#timeMs) {
      this.#timeMs = nowMs;
      this.#time = this.#log[pino.symbols.timeSym]();
    }
    return this.#time;
  }

  /** Principals are kept for as long as their key is in use, so this is put together once for each. */
  #owner({ principal }: Exchange): string {
    if (principal === undefined) return '';
    let owner = this.#owners.get(principal);
    if (owner === undefined) {
      owner = `,"org_id":"${formatId('org', principal.orgId)}","key_id":"${formatId('key', principal.keyId)}"`;
      this.#owners.set(principal, owner);
    }
    return owner;
  }
}
