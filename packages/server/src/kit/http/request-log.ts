import { formatId } from '../ids.ts';
import type { LineLog } from '../observability/index.ts';
import type { Exchange } from './exchange.ts';
import type { Principal } from './ports.ts';

export interface RequestLog {
  /** Writes one wide line for a request: everything needed to understand it later, no secret in it. */
  write(exchange: Exchange, status: number, durationMs: number): void;
}

/** The log line of each request. */
export function createRequestLog(log: LineLog): RequestLog {
  return {
    write(exchange, status, durationMs) {
      const { failure, principal } = exchange;
      const owner = principal === undefined ? nobody : ownerOf(principal);
      const line = {
        request_id: exchange.requestId,
        method: exchange.request.method,
        route: exchange.route,
        status,
        duration_ms: Math.round(durationMs * 1000) / 1000,
        org_id: owner.orgId,
        key_id: owner.keyId,
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

interface Owner {
  orgId: string | undefined;
  keyId: string | undefined;
}

const nobody: Owner = { orgId: undefined, keyId: undefined };
const owners = new WeakMap<Principal, Owner>();

/** Public ids. The requests of a key share its principal, and so the work of formatting them. */
function ownerOf(principal: Principal): Owner {
  let owner = owners.get(principal);
  if (owner === undefined) {
    owner = { orgId: formatId('org', principal.orgId), keyId: formatId('key', principal.keyId) };
    owners.set(principal, owner);
  }
  return owner;
}
