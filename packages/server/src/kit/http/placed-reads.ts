import type { Exchange } from './exchange.ts';
import type { Principal, Reads } from './ports.ts';
import type { Reply } from './reply.ts';
import type { AnyRoute } from './route.ts';

/**
 * Runs a read where the row allows it, on a replica or the primary, and records who wrote or was shown the
 * newest data.
 */
export function runPlaced(
  reads: Reads,
  row: AnyRoute,
  exchange: Exchange,
  run: () => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  const { principal } = exchange;
  if (principal === undefined) return run();
  return row.reads === 'replica'
    ? readPlaced(reads, principal, exchange, run)
    : reads.current(principal, run);
}

async function readPlaced(
  reads: Reads,
  principal: Principal,
  exchange: Exchange,
  run: () => Reply | Promise<Reply>,
): Promise<Reply> {
  const maxAgeMs = readMaxAge(exchange.request.headers['cache-control']) * 1_000;
  const { answer, ageMs } = await reads.read({ principal, maxAgeMs }, run);
  // RFC 9111, 5.1: absent when the answer is current.
  if (ageMs !== undefined) exchange.headers.push('age', Math.ceil(ageMs / 1_000));
  return answer;
}

/** How many seconds old an answer the client accepts (RFC 9111, 5.2.1); infinite when it does not say. */
export function readMaxAge(cacheControl: string | undefined): number {
  if (cacheControl === undefined) return Number.POSITIVE_INFINITY;
  const directives = cacheControl
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim());
  if (directives.includes('no-cache') || directives.includes('no-store')) return 0;
  const ages = directives.map((directive) => /^max-age="?(\d{1,9})"?$/.exec(directive)?.[1]);
  return Math.min(...ages.map((age) => (age === undefined ? Number.POSITIVE_INFINITY : Number(age))));
}
