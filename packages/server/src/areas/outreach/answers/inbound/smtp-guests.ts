/** Connections of one host at once, of all that the listener has. */
const MAX_OF_HOST = 50;
/** How long a connection may take for a mail: what RFC 5321 section 4.5.3.2 asks for, and more than any sender needs. */
const MAIL_LIMIT_MS = 600_000;

interface Guest {
  host: string;
  /** Since it came, or handed over its last mail, by the monotonic clock. */
  since: number;
}

/** Who is connected to a server that anybody may connect to. Keeps one who never ends from taking all places. */
export class SmtpGuests {
  readonly #guests = new Map<string, Guest>();

  /** False for one too many of a host. */
  welcome(id: string, host: string): boolean {
    let ofHost = 0;
    for (const guest of this.#guests.values()) if (guest.host === host) ofHost++;
    if (ofHost >= MAX_OF_HOST) return false;
    this.#guests.set(id, { host, since: performance.now() });
    return true;
  }

  /** It handed over a mail. */
  hasDelivered(id: string): void {
    const guest = this.#guests.get(id);
    if (guest !== undefined) guest.since = performance.now();
  }

  leave(id: string): void {
    this.#guests.delete(id);
  }

  /** Those that take too long. */
  overdue(): string[] {
    const before = performance.now() - MAIL_LIMIT_MS;
    return [...this.#guests].filter(([, { since }]) => since < before).map(([id]) => id);
  }
}
