import type { PaceBounds } from '../byte-pace.ts';
import type { Clock } from '../clock.ts';
import type { Tracing } from '../observability/index.ts';
import type { KeyReach } from './admission.ts';
import type { RouteOptions } from './compile-route.ts';
import type { DrainBounds } from './drain-body.ts';
import type { Authenticator, RateLimiter, RequestBook } from './ports.ts';
import type { RequestLog } from './request-log.ts';
import type { AnyRoute } from './route.ts';

/** Called once per finished request, with the route-table path that served it. */
export interface RequestObserver {
  requestDone(route: string, method: string, status: number, durationMs: number, traceId?: string): void;
}

export interface DispatcherOptions extends RouteOptions {
  routes: readonly AnyRoute[];
  authenticator: Authenticator;
  rateLimiter: RateLimiter;
  observer: RequestObserver;
  requestLog: RequestLog;
  /** Unset: requests are recorded only in the service's log. */
  requestBook?: RequestBook | undefined;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted; none by default. */
  trustedProxies?: readonly string[] | undefined;
  /** Origins whose pages may call the API, or `*`; none by default. */
  corsOrigins?: readonly string[] | undefined;
  /** For rate-limit headers; the system clock by default. */
  clock?: Clock | undefined;
  /** How error messages describe a key's reach; by default they only say that it is limited. */
  reach?: KeyReach | undefined;
  /** Unset: tracing is off. */
  tracing?: Tracing | undefined;
  bodyTimeoutMs?: number | undefined;
  /** Bodies of one organization that may be in progress at once; unlimited by default. */
  mostBodiesOfOne?: number | undefined;
  drainBounds?: DrainBounds | undefined;
  bodyPace?: PaceBounds | undefined;
}
