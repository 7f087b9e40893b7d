import * as robotsModule from 'robots-parser';
import { getDomain } from 'tldts';
import type { GuardedClient } from '../../../../kit/net/index.ts';

export interface FetchedPage {
  url: string;
  text: string;
  headers: Record<string, string>;
}

interface Robots {
  isAllowed(url: string, agent: string): boolean | undefined;
}

// The module's types declare a default export that its CommonJS lacks.
const parseRobots = robotsModule.default as unknown as (url: string, text: string) => Robots;

/** The name for robots.txt rules and the User-Agent header. */
export const USER_AGENT = 'Trivium-Outreach/1.0';
const PAGE_BYTES = 1_048_576;
const ROBOTS_BYTES = 262_144;
const DEADLINE_MS = 5_000;
const MAX_REDIRECTS = 3;

/**
 * Fetches pages of one company's site: through the address guard, as its robots.txt allows, following a few
 * redirects within the site, with limits of one megabyte and five seconds per page.
 */
export class SiteFetcher {
  readonly #client: GuardedClient;
  readonly #signal: AbortSignal;
  readonly #robots = new Map<
    string,
    Promise<{ isAllowed(url: string, agent: string): boolean | undefined }>
  >();

  constructor(client: GuardedClient, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
  }

  /** Undefined when the page does not exist. Throws errors worded for the lead's owner. */
  async fetch(url: string, accept: string): Promise<FetchedPage | undefined> {
    let at = url;
    for (let redirects = 0; ; redirects++) {
      await this.#checkRobots(at);
      const outcome = await this.#get(at, accept, PAGE_BYTES);
      if (outcome.ok) {
        return { url: at, text: outcome.body.toString('utf8'), headers: outcome.headers };
      }
      const { status = 0, headers } = outcome;
      const next = status >= 300 && status < 400 ? URL.parse(headers?.location ?? '', at)?.href : undefined;
      if (next !== undefined && redirects < MAX_REDIRECTS) {
        if (!isSameSite(url, next)) throw new Error('the site redirects to another site');
        at = next;
        continue;
      }
      if (status === 404 || status === 410) return undefined;
      throw new Error(status > 0 ? `the site answered ${status}` : outcome.message);
    }
  }

  #get(url: string, accept: string, maxKeptBodyBytes: number) {
    return this.#client.get({
      url,
      headers: { accept, 'accept-encoding': 'identity' },
      deadlineMs: DEADLINE_MS,
      maxKeptBodyBytes,
      signal: this.#signal,
    });
  }

  async #checkRobots(url: string): Promise<void> {
    const { origin } = new URL(url);
    const kept = this.#robots.get(origin) ?? this.#readRobots(origin);
    this.#robots.set(origin, kept);
    if ((await kept).isAllowed(url, USER_AGENT) === false)
      throw new Error('robots.txt of the site does not allow it');
  }

  /** RFC 9309: a missing file allows everything, an unreachable one nothing. */
  async #readRobots(origin: string): Promise<Robots> {
    const url = `${origin}/robots.txt`;
    const outcome = await this.#get(url, 'text/plain', ROBOTS_BYTES);
    if (outcome.ok) return parseRobots(url, outcome.body.toString('utf8'));
    const status = outcome.status ?? 0;
    if (status >= 300 && status < 500) return parseRobots(url, '');
    throw new Error(status > 0 ? `robots.txt of the site answered ${status}` : outcome.message);
  }
}

/** Same registrable domain; a host without one matches only itself. */
export function isSameSite(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  const domain = getDomain(a.hostname);
  return domain === null ? a.hostname === b.hostname : domain === getDomain(b.hostname);
}
