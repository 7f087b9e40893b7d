import { formatId } from '../ids.ts';
import type { LineLog } from '../observability/index.ts';
import type { Exchange } from './exchange.ts';
import type { Principal } from './ports.ts';

export interface RequestLog {
  /** Writes one wide log line per request: everything needed to understand it later, no secrets. */
  write(exchange: Exchange, status: number, durationMs: number): void;
}

export function createRequestLog(log: LineLog): RequestLog {
  return {
    write(exchange, status, durationMs) {
      const { failure, principal } = exchange;
      if (failure === undefined && status < 500) {
        log.info(formatGood(exchange, status, durationMs), 'request');
        return;
      }
      const line = {
        request_id: exchange.requestId,
        method: exchange.request.method,
        route: exchange.route,
        status,
        duration_ms: roundMs(durationMs),
        org_id: principal && formatId('org', principal.orgId),
        key_id: principal && formatId('key', principal.keyId),
        code: failure?.code,
        field: failure?.field,
        trace_id: exchange.span?.context.traceId,
        err: status >= 500 ? (failure?.cause ?? failure) : undefined,
        ...exchange.logFields,
      };
      if (status >= 500) log.error(line, 'request');
      else log.info(line, 'request');
    },
  };
}

/**
 * Nearly all lines are for successful requests; only their route and a handler's own fields need a
 * serializer.
 */
function formatGood(
  { requestId, request, route, principal, logFields, span }: Exchange,
  status: number,
  durationMs: number,
) {
  return (
    `"request_id":"${requestId}","method":"${request.method}","route":${jsonOf(route)},"status":${status},` +
    `"duration_ms":${roundMs(durationMs)}${principal === undefined ? '' : ownerOf(principal)}${jsonMembers(logFields)}` +
    (span === undefined ? '' : `,"trace_id":"${span.context.traceId}"`)
  );
}

function roundMs(durationMs: number): number {
  return Math.round(durationMs * 1000) / 1000;
}

// Bounded by the number of rows in the route table.
const routeTexts = new Map<string, string>();

function jsonOf(route: string): string {
  let text = routeTexts.get(route);
  if (text === undefined) {
    text = JSON.stringify(route);
    routeTexts.set(route, text);
  }
  return text;
}

const owners = new WeakMap<Principal, string>();

/**
 * Ids of the organization and the key. All requests of a key share its principal, so this is formatted once.
 */
function ownerOf(principal: Principal): string {
  let text = owners.get(principal);
  if (text === undefined) {
    text = `,"org_id":"${formatId('org', principal.orgId)}","key_id":"${formatId('key', principal.keyId)}"`;
    owners.set(principal, text);
  }
  return text;
}

function jsonMembers(fields: Record<string, unknown> | undefined): string {
  for (const _ in fields) {
    const members = JSON.stringify(fields).slice(1, -1);
    return members === '' ? '' : `,${members}`;
  }
  return '';
}
