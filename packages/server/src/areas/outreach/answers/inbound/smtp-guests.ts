/** Concurrent connections per host, out of all the listener has. */
const MAX_OF_HOST = 50;
/**
 * Time limit for a connection to deliver a mail: meets RFC 5321 section 4.5.3.2, and more than any sender
 * needs.
 */
const MAIL_LIMIT_MS = 600_000;

interface Guest {
  host: string;
  /** When it connected or last delivered a mail, on the monotonic clock. */
  since: number;
}

/** Tracks connections to a server anybody may connect to, so that slow clients cannot take all the slots. */
export class SmtpGuests {
  readonly #guests = new Map<string, Guest>();

  /** False when the host has too many connections. */
  welcome(id: string, host: string): boolean {
    let ofHost = 0;
    for (const guest of this.#guests.values()) if (guest.host === host) ofHost++;
    if (ofHost >= MAX_OF_HOST) return false;
    this.#guests.set(id, { host, since: performance.now() });
    return true;
  }

  /** Call when a connection has delivered a mail. */
  hasDelivered(id: string): void {
    const guest = this.#guests.get(id);
    if (guest !== undefined) guest.since = performance.now();
  }

  leave(id: string): void {
    this.#guests.delete(id);
  }

  /** Connections that have exceeded the time limit. */
  overdue(): string[] {
    const before = performance.now() - MAIL_LIMIT_MS;
    return [...this.#guests].filter(([, { since }]) => since < before).map(([id]) => id);
  }
}
