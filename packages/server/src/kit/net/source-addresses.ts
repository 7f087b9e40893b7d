import { isIP } from 'node:net';

/** The local addresses that connections are made from, at most one per family. Empty: the system chooses. */
export type SourceAddresses = readonly string[];

/** @throws Error that says what is wrong */
export function checkSourceAddresses(addresses: readonly string[]): SourceAddresses {
  const families = addresses.map((address) => isIP(address));
  if (families.includes(0)) throw new Error('It must be IP addresses, separated by commas.');
  if (new Set(families).size < families.length)
    throw new Error('It must have at most one IPv4 and one IPv6 address.');
  return addresses;
}

/** The addresses reachable from a source address, all of the first one's family, and that source. */
export function reachableFrom(
  sources: SourceAddresses,
  addresses: readonly string[],
): { addresses: readonly string[]; localAddress?: string } {
  if (sources.length === 0) return { addresses };
  for (const family of addresses.map(isIP)) {
    const localAddress = sources.find((source) => isIP(source) === family);
    if (localAddress === undefined) continue;
    return { addresses: addresses.filter((address) => isIP(address) === family), localAddress };
  }
  return { addresses: [] };
}
