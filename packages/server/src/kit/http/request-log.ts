import { formatId } from '../ids.ts';
import type { LineLog } from '../observability/index.ts';
import type { Exchange } from './exchange.ts';

export interface RequestLog {
  /** Writes one wide line for a request: everything needed to understand it later, no secret in it. */
  write(exchange: Exchange, status: number, durationMs: number): void;
}

/** The log line of each request. */
export function createRequestLog(log: LineLog): RequestLog {
  return {
    write(exchange, status, durationMs) {
      const { failure, principal } = exchange;
      const line = {
        request_id: exchange.requestId,
        method: exchange.request.method,
        route: exchange.route,
        status,
        duration_ms: Math.round(durationMs * 1000) / 1000,
        org_id: principal && formatId('org', principal.orgId),
        key_id: principal && formatId('key', principal.keyId),
        code: failure?.code,
        field: failure?.field,
        err: status >= 500 ? (failure?.cause ?? failure) : undefined,
        ...exchange.logFields,
      };
      if (status >= 500) log.error(line, 'request');
      else log.info(line, 'request');
    },
  };
}
