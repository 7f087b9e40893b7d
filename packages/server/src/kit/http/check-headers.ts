import type { IncomingMessage } from 'node:http';
import { type AppError, invalidField } from '../errors/index.ts';

/**
 * Headers with a single value. When one is repeated, node:http keeps the first or joins them, and a proxy may
 * keep another: then the two judge one request by different values.
 */
const SINGLE = new Map(
  [
    'Host',
    'Authorization',
    'Content-Type',
    'Content-Length',
    'Content-Encoding',
    'Idempotency-Key',
    'Last-Event-ID',
    'X-Signature',
  ].map((name) => [name.toLowerCase(), name]),
);
const LENGTHS = new Set([...SINGLE.keys()].map(({ length }) => length));

/** The error for a request whose headers are ambiguous or lack `Host`; undefined when they are fine. */
export function checkHeaders({ rawHeaders, httpVersion }: IncomingMessage): AppError | undefined {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const written = rawHeaders[at];
    if (written === undefined || !LENGTHS.has(written.length)) continue;
    const name = SINGLE.get(written.toLowerCase());
    if (name === undefined) continue;
    if (seen.has(name))
      return invalidField(name, `The header \`${name}\` came more than once. Send it once.`);
    seen.add(name);
  }
  if (httpVersion !== '1.1' || seen.has('Host')) return undefined;
  return invalidField('Host', 'The header `Host` is required by HTTP/1.1. Add it.');
}
