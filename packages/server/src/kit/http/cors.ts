import type { IncomingHttpHeaders } from 'node:http';

/** Response headers that a page may read. */
const EXPOSED = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Idempotent-Replayed',
  'Age',
].join(', ');
/** Request headers that a page may send. */
const SENT = 'Authorization, Content-Type, Idempotency-Key, Last-Event-ID, Accept, Cache-Control';
const PREFLIGHT_SECONDS = '600';

/**
 * Lets pages of other origins call the API. Keys are sent in a header that no browser adds on its own, so an
 * origin gains nothing beyond the keys that its page already has.
 */
export class Cors {
  readonly #origins: ReadonlySet<string>;

  /** Origins such as `https://app.example.com`; `*` for any. */
  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  /**
   * Headers for every answer to a page, names and values alternating; for an origin that is not allowed, only
   * `Vary`.
   */
  headersFor({ origin }: IncomingHttpHeaders): string[] {
    if (this.#origins.has('*')) {
      return ['access-control-allow-origin', '*', 'access-control-expose-headers', EXPOSED];
    }
    // Caches must keep answers to different origins apart.
    if (origin === undefined || !this.#origins.has(origin)) return ['vary', 'Origin'];
    return [
      'vary',
      'Origin',
      'access-control-allow-origin',
      origin,
      'access-control-expose-headers',
      EXPOSED,
    ];
  }

  /** Headers for a preflight request. */
  preflightHeaders(allow: string): Record<string, string> {
    return {
      'access-control-allow-methods': allow,
      'access-control-allow-headers': SENT,
      'access-control-max-age': PREFLIGHT_SECONDS,
    };
  }
}
