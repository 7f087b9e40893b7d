import { AddressList } from '../net/index.ts';

/** An `X-Forwarded-For` list is not followed further than this. */
const MAX_PROXIES = 16;

/** Finds the client's address when the connection comes from a trusted proxy. */
export class ClientAddresses {
  readonly #proxies: AddressList;

  /** @param proxies addresses and networks of the proxies whose `X-Forwarded-For` is trusted */
  constructor(proxies: readonly string[] = []) {
    this.#proxies = new AddressList(proxies);
  }

  /**
   * The client's address. Each proxy appends the address it was called from to `X-Forwarded-For`, so the list
   * is read from the end for as long as the proxies are trusted: anything before that is an unverified claim.
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

/** Without port, brackets or zone, and with IPv4-mapped addresses (`::ffff:192.0.2.1`) as IPv4. */
function plain(address: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address);
  const text = bare?.[1] ?? bare?.[2] ?? address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1];
  return mapped ?? text.replace(/%.*$/, '');
}
