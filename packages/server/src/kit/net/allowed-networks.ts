import ipaddr from 'ipaddr.js';

/** An allow-list entry: a network, and the only open port on it if the entry names one. */
export interface AllowedNetwork {
  network: ipaddr.IPv4 | ipaddr.IPv6;
  prefixLength: number;
  port: number | undefined;
  /** Whether the entry is a single address. */
  isHost: boolean;
}

const withPort = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[0-9./]+))(?::(?<port>[0-9]{1,5}))?$/;

/**
 * Parses `10.0.0.0/8`, `10.1.2.3`, `10.0.0.0/8:8443`, `fd12::/48` or `[fd12::/48]:8443`.
 *
 * @throws TypeError quoting an entry of any other form
 */
export function parseAllowedNetwork(entry: string): AllowedNetwork {
  const text = entry.trim();
  const groups = withPort.exec(text)?.groups;
  const cidr = groups?.v6 ?? groups?.v4 ?? text;
  const port = groups?.port === undefined ? undefined : Number(groups.port);
  const parsed = parseCidr(cidr);
  if (parsed === undefined || (port !== undefined && (port < 1 || port > 65_535))) {
    throw new TypeError(
      `"${entry}" is not a network; write one like 10.0.0.0/8, fd12::/48 or 10.1.2.3:8443.`,
    );
  }
  const [network, prefixLength] = parsed;
  return { network, prefixLength, port, isHost: prefixLength === network.toByteArray().length * 8 };
}

/** Whether the entry covers the address at this port. */
export function coversAddress(
  entry: AllowedNetwork,
  address: ipaddr.IPv4 | ipaddr.IPv6,
  port: number,
): boolean {
  if (entry.port !== undefined && entry.port !== port) return false;
  if (entry.network instanceof ipaddr.IPv4) {
    return address instanceof ipaddr.IPv4 && address.match(entry.network, entry.prefixLength);
  }
  return address instanceof ipaddr.IPv6 && address.match(entry.network, entry.prefixLength);
}

function parseCidr(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  const [address = '', prefix, ...rest] = text.split('/');
  // The loose parser would accept `10/8` and `0x0a.1` too: a typo must not open a network here.
  const isStrict =
    ipaddr.IPv4.isValidFourPartDecimal(address) || (ipaddr.IPv6.isValid(address) && !address.includes('%'));
  if (!isStrict || rest.length > 0) return undefined;
  const network = ipaddr.parse(address);
  const bits = network.toByteArray().length * 8;
  if (prefix === undefined) return [network, bits];
  if (!/^[0-9]{1,3}$/.test(prefix) || Number(prefix) > bits) return undefined;
  return [network, Number(prefix)];
}
