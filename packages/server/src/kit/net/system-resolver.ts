import { lookup, Resolver } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import { createHostsFile } from './hosts-file.ts';

/** Resolves a host name to all its addresses, IPv4 first; rejects or returns none when it has none. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/** `localhost` and the names below it are loopback by definition (RFC 6761, 6.3). */
export function isLocalhostName(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost');
}

export interface SystemResolverOptions {
  /** Name servers (`127.0.0.1:5353`) to use instead of those of resolv.conf. */
  servers?: readonly string[];
  /** Default `/etc/hosts`. */
  hostsFile?: string;
}

/** A `Resolver` reads resolv.conf only when created; a long-lived service must notice changes. */
const RESOLVER_LIFETIME_MS = 60_000;
/** `getaddrinfo` blocks one of libuv's four threads while it waits; two stay free for files and crypto. */
const MAX_LOOKUPS_AT_ONCE = 2;

/**
 * Resolves like the system: the hosts file first, then DNS, without blocking a thread, so that a hung name
 * server holds up nobody else. Names unknown to DNS (search domains, mDNS) go to `getaddrinfo`. Concurrent
 * lookups of one name are shared.
 */
export function createSystemResolver(options: SystemResolverOptions = {}): ResolveHost {
  let resolver: Resolver | undefined;
  let madeAtMs = 0;
  const underWay = new Map<string, Promise<string[]>>();
  const lookupSlots = createSlots(MAX_LOOKUPS_AT_ONCE);
  const findInHostsFile = createHostsFile(options.hostsFile ?? '/etc/hosts');

  function currentResolver(): Resolver {
    const nowMs = performance.now();
    if (resolver === undefined || nowMs - madeAtMs > RESOLVER_LIFETIME_MS) {
      resolver = new Resolver({ timeout: 1_500, tries: 3 });
      if (options.servers !== undefined) resolver.setServers(options.servers);
      madeAtMs = nowMs;
    }
    return resolver;
  }

  async function ask(hostname: string): Promise<string[]> {
    const listed = await findInHostsFile(hostname);
    if (listed.length > 0) return listed.toSorted((a, b) => Number(isIPv4(b)) - Number(isIPv4(a)));
    const dns = currentResolver();
    const [v4, v6] = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)]);
    // IPv4 first: otherwise a host without IPv6 would waste a failed attempt on every connection.
    const addresses = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    if (v4.status === 'rejected' && isTimeout(v4.reason)) throw v4.reason;
    return lookupSlots(async () => {
      const found = await lookup(hostname, { all: true, order: 'ipv4first' });
      return found.map((entry) => entry.address);
    });
  }

  return (hostname) => {
    if (isLocalhostName(hostname)) return Promise.resolve(['127.0.0.1', '::1']);
    const shared = underWay.get(hostname);
    if (shared !== undefined) return shared;
    const answer = ask(hostname).finally(() => underWay.delete(hostname));
    underWay.set(hostname, answer);
    return answer;
  };
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (error.code === 'ETIMEOUT' || error.code === 'ECANCELLED')
  );
}

/** Runs at most `size` tasks at once; the rest queue. */
function createSlots(size: number): <T>(task: () => Promise<T>) => Promise<T> {
  let free = size;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((proceed) => waiting.push(proceed));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
