import type { IncomingHttpHeaders } from 'node:http';

/** What a page may read of an answer beside its body. */
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
/** What a page may send. */
const SENT = 'Authorization, Content-Type, Idempotency-Key, Last-Event-ID, Accept, Cache-Control';
const PREFLIGHT_SECONDS = '600';

/**
 * Lets pages of other origins call the API. Keys come in a header that no browser adds by itself, so an origin
 * gains nothing that its page does not have a key for.
 */
export class Cors {
  readonly #origins: ReadonlySet<string>;

  /** Origins such as `https://app.example.com`; `*` for every one. */
  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  /** Headers of every answer to a page, names and values in turn; of one that is not allowed, none but `Vary`. */
  headersFor({ origin }: IncomingHttpHeaders): string[] {
    if (this.#origins.has('*')) {
      return ['access-control-allow-origin', '*', 'access-control-expose-headers', EXPOSED];
    }
    // Caches must keep the answers to different origins apart.
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

  /** What a browser asks before it sends the request itself. */
  preflightHeaders(allow: string): Record<string, string> {
    return {
      'access-control-allow-methods': allow,
      'access-control-allow-headers': SENT,
      'access-control-max-age': PREFLIGHT_SECONDS,
    };
  }
}
