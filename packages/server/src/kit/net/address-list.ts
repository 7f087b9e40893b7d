import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type AllowedNetwork, coversAddress, parseAllowedNetwork } from './allowed-networks.ts';

/** Addresses and networks of IPv4 and IPv6, such as `192.0.2.7`, `10.0.0.0/8` and `2001:db8::/32`. */
export class AddressList {
  readonly #networks: readonly AllowedNetwork[];

  /** @throws TypeError quoting an entry of any other form */
  constructor(entries: readonly string[]) {
    this.#networks = entries.map(parseNetwork);
  }

  static isAddress(text: string): boolean {
    return isIP(text) !== 0;
  }

  get isEmpty(): boolean {
    return this.#networks.length === 0;
  }

  /** False when it is not an address. An IPv4-mapped IPv6 address counts as the IPv4 address. */
  covers(address: string): boolean {
    if (isIP(address) === 0) return false;
    const parsed = ipaddr.process(address);
    return this.#networks.some((network) => coversAddress(network, parsed, 0));
  }

  /** Whether this list covers everything the other covers, each entry within a single one here. */
  coversAll(other: AddressList): boolean {
    return other.#networks.every((theirs) =>
      this.#networks.some(
        (ours) => ours.prefixLength <= theirs.prefixLength && coversAddress(ours, theirs.network, 0),
      ),
    );
  }
}

/** @throws TypeError */
function parseNetwork(entry: string): AllowedNetwork {
  const network = tryToParse(entry);
  if (network === undefined) {
    throw new TypeError(
      `"${entry}" is not an address or a network; write one like 192.0.2.7, 10.0.0.0/8 or fd12::/48.`,
    );
  }
  if (network.port !== undefined || entry.includes('[')) {
    throw new TypeError(`"${entry}" names a port; write an address or a network, like 10.0.0.0/8.`);
  }
  if (network.network instanceof ipaddr.IPv6 && network.network.isIPv4MappedAddress()) {
    throw new TypeError(`"${entry}" is an IPv4 address in the form of IPv6; write it as 192.0.2.7.`);
  }
  return network;
}

/** Errors use this list's own wording: that of other lists mentions ports. */
function tryToParse(entry: string): AllowedNetwork | undefined {
  try {
    return parseAllowedNetwork(entry);
  } catch {
    return undefined;
  }
}
