import { formatId } from '../ids.ts';
import { type OpenSpan, parseTraceparent, type Tracing } from '../observability/index.ts';
import type { Exchange } from './exchange.ts';
import type { AnyRoute } from './route.ts';

/** Polled constantly by machines: their spans would bury the others. */
const UNTRACED = new Set(['/livez', '/readyz', '/metrics']);

/** Starts the span of a request, as part of the trace that its `traceparent` names. */
export function startRequestSpan(
  tracing: Tracing,
  { request, requestId }: Exchange,
  { method, path }: AnyRoute,
): OpenSpan | undefined {
  if (UNTRACED.has(path)) return undefined;
  return tracing.start(`${method} ${path}`, {
    kind: 'server',
    parent: parseTraceparent(request.headers.traceparent),
    attributes: {
      'http.request.method': request.method ?? method,
      'http.route': path,
      'trivium.request.id': requestId,
    },
  });
}

export function endRequestSpan({ span, principal, failure }: Exchange, status: number): void {
  if (span === undefined) return;
  span.set({ 'http.response.status_code': status });
  if (principal !== undefined) span.set({ 'trivium.organization.id': formatId('org', principal.orgId) });
  span.end(status >= 500 ? (failure?.code ?? String(status)) : undefined);
}
