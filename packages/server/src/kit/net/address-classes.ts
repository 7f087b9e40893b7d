import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * What an address can be used for.
 *
 * - `public`: globally routable unicast.
 * - `loopback`: 127.0.0.0/8, ::1.
 * - `metadata`: a cloud's instance metadata or agent address.
 * - `transition`: an IPv6 form that embeds an IPv4 address, where packets may end up.
 * - `special`: private, link-local, shared, documentation, benchmarking, reserved and the like.
 * - `unusable`: unspecified, multicast, broadcast; never a valid receiver, and 0.0.0.0 reaches loopback.
 */
export type AddressClass = 'public' | 'loopback' | 'metadata' | 'transition' | 'special' | 'unusable';

export interface ClassifiedAddress {
  class: AddressClass;
  parsed: ipaddr.IPv4 | ipaddr.IPv6;
  /** The IPv4 addresses that a transition form may lead to; empty for every other class. */
  embedded: string[];
}

/**
 * Instance metadata and agent addresses of AWS, Azure, Google, Alibaba and Oracle. All but Azure's
 * 168.63.129.16 are in special ranges; they are listed so that a wide allow-list does not open them.
 */
const metadataAddresses = new Set(
  [
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
  ].map((text) => ipaddr.parse(text).toNormalizedString()),
);

/** Classifies an IP address in text form; undefined when it is not one, or has a zone (`fe80::1%eth0`). */
export function classifyAddress(text: string): ClassifiedAddress | undefined {
  // ipaddr.js alone would accept `127.1` and `0x7f000001`; a resolver never answers those.
  if (isIP(text) === 0 || text.includes('%')) return undefined;
  const parsed = ipaddr.parse(text);
  if (metadataAddresses.has(parsed.toNormalizedString())) return { class: 'metadata', parsed, embedded: [] };
  if (parsed instanceof ipaddr.IPv4) return { class: classifyV4(parsed), parsed, embedded: [] };
  const embedded = embeddedAddresses(parsed.toByteArray());
  if (embedded.length > 0) return { class: 'transition', parsed, embedded };
  return { class: classifyV6(parsed), parsed, embedded };
}

function classifyV4(address: ipaddr.IPv4): AddressClass {
  const range = address.range();
  if (range === 'unicast') return 'public';
  if (range === 'loopback') return 'loopback';
  return range === 'unspecified' || range === 'multicast' || range === 'broadcast' ? 'unusable' : 'special';
}

function classifyV6(address: ipaddr.IPv6): AddressClass {
  const range = address.range();
  if (range === 'loopback') return 'loopback';
  if (range === 'unspecified' || range === 'multicast') return 'unusable';
  // Global unicast is allocated only from 2000::/3 (RFC 4291, IANA); ipaddr.js calls the rest unicast too.
  const [first = 0] = address.toByteArray();
  const isAllotted = (first & 0xe0) === 0x20;
  return range === 'unicast' && isAllotted ? 'public' : 'special';
}

/** Forms with 96 bits before the IPv4 address: compatible, mapped, SIIT, NAT64 (RFC 4291, 6145, 6052). */
const prefixes96 = [
  '000000000000000000000000',
  '00000000000000000000ffff',
  '0000000000000000ffff0000',
  '0064ff9b0000000000000000',
];

function embeddedAddresses(bytes: number[]): string[] {
  const hex = Buffer.from(bytes).toString('hex');
  const quad = (...at: number[]) => at.map((index) => bytes[index]).join('.');
  if (prefixes96.includes(hex.slice(0, 24))) {
    // `::` and `::1` only look like the compatible form.
    return /^0{31}[01]$/.test(hex) ? [] : [quad(12, 13, 14, 15)];
  }
  // Local-use NAT64 (RFC 8215): the operator's prefix may have 48, 56, 64 or 96 bits (RFC 6052, 2.2).
  if (hex.startsWith('0064ff9b0001')) {
    const forms = [quad(6, 7, 9, 10), quad(7, 9, 10, 11), quad(9, 10, 11, 12), quad(12, 13, 14, 15)];
    const used = forms.filter((form) => form !== '0.0.0.0');
    return used.length > 0 ? used : ['0.0.0.0'];
  }
  // 6to4 (RFC 3056).
  if (hex.startsWith('2002')) return [quad(2, 3, 4, 5)];
  // Teredo (RFC 4380): the server, and the client with its bits inverted.
  if (hex.startsWith('20010000')) {
    const client = bytes.slice(12).map((byte) => byte ^ 0xff);
    return [quad(4, 5, 6, 7), client.join('.')];
  }
  // ISATAP (RFC 5214): an interface identifier below any prefix.
  const identifier = hex.slice(16, 24);
  if (identifier === '00005efe' || identifier === '02005efe') return [quad(12, 13, 14, 15)];
  return [];
}
