import { AddressList } from '../net/index.ts';

/** A list that one of its kind has sent is not gone through further than this. */
const MAX_PROXIES = 16;

/** Tells who is at the other end: the client, where the connection is that of a trusted proxy. */
export class ClientAddresses {
  readonly #proxies: AddressList;

  /** @param proxies addresses and networks of the proxies whose `X-Forwarded-For` is believed */
  constructor(proxies: readonly string[] = []) {
    this.#proxies = new AddressList(proxies);
  }

  /**
   * The address of the client. Each proxy adds whom it was asked by at the end of `X-Forwarded-For`, so the list is read
   * from there for as long as proxies are trusted: what stands before that is a claim of whoever sent it.
   *
   * @param peer the other end of the connection; undefined when it is closed
   */
  of(peer: string | undefined, forwardedFor: string | string[] | undefined): string | undefined {
    if (peer === undefined) return undefined;
    let address = plain(peer);
    if (forwardedFor === undefined || this.#proxies.isEmpty) return address;
    const claimed = String(forwardedFor).split(',').slice(-MAX_PROXIES);
    while (this.#proxies.covers(address)) {
      const next = claimed.pop()?.trim();
      if (next === undefined || !AddressList.isAddress(plain(next))) break;
      address = plain(next);
    }
    return address;
  }
}

/** Without a port, brackets or zone, and IPv4 as such where a socket of IPv6 tells it: `::ffff:192.0.2.1`. */
function plain(address: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address);
  const text = bare?.[1] ?? bare?.[2] ?? address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1];
  return mapped ?? text.replace(/%.*$/, '');
}
