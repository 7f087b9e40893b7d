import { isIP } from 'node:net';
import { classifyAddress } from './address-classes.ts';
import { coversAddress, parseAllowedNetwork } from './allowed-networks.ts';
import { createSystemResolver, isLocalhostName, type ResolveHost } from './system-resolver.ts';

export interface AddressPolicyOptions {
  /** Networks outside the public internet that may be reached; for the forms see `parseAllowedNetwork`. */
  allowedNetworks: readonly string[];
  /** Whether 127.0.0.0/8, ::1 and `localhost` may be reached, including over plain HTTP. */
  allowLoopback: boolean;
  /** Whether plain HTTP is refused (except to loopback, if that is allowed). */
  requireHttps: boolean;
  /** Resolves a host name to its addresses; by default the system's resolver. */
  resolve?: ResolveHost;
}

/** A URL that passed the static check, split up for connecting. */
export interface Target {
  href: string;
  origin: string;
  /** Host and port as a `Host` header names them. */
  authority: string;
  isHttps: boolean;
  /** A host name, or an address literal without brackets. */
  hostname: string;
  port: number;
  /** Path and query for the request line. */
  path: string;
}

export type UrlVerdict =
  | { ok: true; target: Target }
  | { ok: false; reason: 'invalid_url' | 'address_not_allowed'; message: string };

export type ResolveVerdict =
  /** `resolved: false`: the name does not resolve right now; it is checked again when connecting. */
  { ok: true; resolved: boolean } | { ok: false; reason: 'address_not_allowed'; message: string };

export interface AddressPolicy {
  /** Checks what the URL alone shows: form, scheme, credentials, port, a literal address. */
  checkUrl(url: string): UrlVerdict;
  /**
   * Checks every address that the name has now; one refused address refuses the name. Waits at most 3 s for
   * an answer. This is only early feedback for the caller: connecting checks again.
   */
  resolveAndCheck(hostname: string, port?: number): Promise<ResolveVerdict>;
  /** Whether a socket to this address may carry any data. */
  allowsAddress(address: string, target: Pick<Target, 'port' | 'isHttps'>): boolean;
  resolve: ResolveHost;
}

/** The same text for every refused address, so that it reveals nothing about the network behind it. */
export const addressNotAllowedMessage =
  'The URL leads to an address that is not on the public internet. Use a public one, or have the operator add its network to ALLOWED_PRIVATE_NETWORKS.';

const MAX_URL_LENGTH = 2_048;
const RESOLVE_TIMEOUT_MS = 3_000;

/**
 * Decides what the service may connect to: by default only globally routable unicast.
 *
 * @throws TypeError quoting an entry of `allowedNetworks` that is not a network
 */
export function createAddressPolicy(options: AddressPolicyOptions): AddressPolicy {
  const { allowLoopback, requireHttps } = options;
  const networks = options.allowedNetworks.map(parseAllowedNetwork);
  const resolve = options.resolve ?? createSystemResolver();

  function isOpen(address: string, port: number): boolean {
    const classified = classifyAddress(address);
    if (classified === undefined) return false;
    const covering = networks.filter((entry) => coversAddress(entry, classified.parsed, port));
    switch (classified.class) {
      case 'public':
        return true;
      case 'unusable':
        return false;
      case 'loopback':
        return allowLoopback || covering.length > 0;
      case 'metadata':
        // Metadata services hold credentials: only an entry for exactly this address opens it.
        return covering.some((entry) => entry.isHost);
      case 'transition':
        // The entry opens the outer address (a NAT64 prefix, say); the embedded one is checked separately.
        return covering.length > 0 && classified.embedded.every((inner) => isOpen(inner, port));
      case 'special':
        return covering.length > 0;
    }
  }

  function allowsAddress(address: string, target: Pick<Target, 'port' | 'isHttps'>): boolean {
    if (!isOpen(address, target.port)) return false;
    if (target.isHttps || !requireHttps) return true;
    return allowLoopback && classifyAddress(address)?.class === 'loopback';
  }

  function checkUrl(url: string): UrlVerdict {
    const parsed = parseUrl(url);
    if (!parsed.ok) return parsed;
    const { target } = parsed;
    const isLocal =
      isLocalhostName(target.hostname) || classifyAddress(target.hostname)?.class === 'loopback';
    if (!target.isHttps && requireHttps && !(isLocal && allowLoopback)) {
      return invalid('The URL must start with https://.');
    }
    const isRefusedLiteral = isIP(target.hostname) !== 0 && !allowsAddress(target.hostname, target);
    const isRefusedName = isLocalhostName(target.hostname) && !isOpen('127.0.0.1', target.port);
    if (isRefusedLiteral || isRefusedName) return addressRefused;
    return parsed;
  }

  async function resolveAndCheck(hostname: string, port = 443): Promise<ResolveVerdict> {
    const addresses = await resolveInTime(resolve, hostname);
    if (addresses.some((address) => !isOpen(address, port))) return addressRefused;
    return { ok: true, resolved: addresses.length > 0 };
  }

  return { checkUrl, resolveAndCheck, allowsAddress, resolve };
}

const addressRefused = {
  ok: false,
  reason: 'address_not_allowed',
  message: addressNotAllowedMessage,
} as const;

function invalid(message: string): UrlVerdict {
  return { ok: false, reason: 'invalid_url', message };
}

/** The addresses of a name; none when it has none or the resolver is too slow. */
async function resolveInTime(resolve: ResolveHost, hostname: string): Promise<string[]> {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0) return [bare];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string[]>((settle) => {
    timer = setTimeout(settle, RESOLVE_TIMEOUT_MS, []);
  });
  try {
    return await Promise.race([resolve(bare), late]);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}

function parseUrl(url: string): UrlVerdict {
  if (url.length > MAX_URL_LENGTH)
    return invalid(`The URL must not be longer than ${MAX_URL_LENGTH} characters.`);
  // The URL parser drops tabs and line breaks and converts backslashes: another reader could see another
  // host.
  if (holdsIgnoredCharacters(url)) {
    return invalid('The URL must not hold spaces, backslashes or control characters.');
  }
  const parsed = URL.parse(url);
  if (parsed === null) {
    return invalid('The URL is not valid; give an absolute one like https://example.com/hook.');
  }
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') {
    return invalid('The URL must start with https://.');
  }
  if (parsed.username !== '' || parsed.password !== '' || hasCredentials(url)) {
    return invalid('The URL must not hold a user name or password.');
  }
  if (parsed.port === '0') return invalid('The port of the URL must be from 1 to 65535.');
  const isHttps = parsed.protocol === 'https:';
  const hostname = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(hostname) === 0 && !isHostName(hostname)) {
    return invalid('The host of the URL is not valid; give a full name without a dot at its end.');
  }
  return {
    ok: true,
    target: {
      href: parsed.href,
      origin: parsed.origin,
      authority: parsed.host,
      isHttps,
      hostname,
      port: parsed.port === '' ? (isHttps ? 443 : 80) : Number(parsed.port),
      path: `${parsed.pathname}${parsed.search}`,
    },
  };
}

function holdsIgnoredCharacters(url: string): boolean {
  for (let index = 0; index < url.length; index += 1) {
    const code = url.charCodeAt(index);
    if (code <= 0x20 || code === 0x7f || code === 0x5c) return true;
  }
  return false;
}

/** An empty user name (`https://@host`, `https://:@host`) leaves no trace in the parsed URL. */
function hasCredentials(url: string): boolean {
  const authority = /^[a-z]+:\/*([^/?#]*)/i.exec(url)?.[1] ?? '';
  return authority.includes('@');
}

function isHostName(hostname: string): boolean {
  if (hostname.length === 0 || hostname.length > 253) return false;
  return hostname.split('.').every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
}
