/**
 * Payload bytes under way at once. Each costs the node about twice its size, in text and socket, until the receiver
 * has taken it: receivers that hang must not fill the memory, however many there are.
 */
const MAX_LARGE_BYTES = 128 * 1_048_576;
/** Payloads that pass all the same and are not counted: whoever holds up large ones holds up no small one. */
const SMALL_BYTES = 16_384;
/** How long nothing is started after this machine had nothing left for a connection. */
const REST_MS = 250;

export interface UnderWayLimits {
  /** Attempts; default: as many as the subscriptions allow. */
  maxCount?: number;
  /** Of payloads above 16 KiB. Default 128 MiB. */
  maxLargeBytes?: number;
}

/** What a node has on the wire, and whether more may join it. */
export class AttemptsUnderWay {
  readonly #maxCount: number;
  readonly #maxLargeBytes: number;
  readonly #ofOrganization = new Map<string, number>();
  #count = 0;
  #largeBytes = 0;
  #isResting = false;

  constructor({ maxCount = Number.POSITIVE_INFINITY, maxLargeBytes = MAX_LARGE_BYTES }: UnderWayLimits) {
    this.#maxCount = maxCount;
    this.#maxLargeBytes = maxLargeBytes;
  }

  get count(): number {
    return this.#count;
  }

  /** Nothing more may start, of whatever size. */
  get isFull(): boolean {
    return this.#isResting || this.#count >= this.#maxCount;
  }

  /** So many are under way that an organization may have used up its share. */
  get isScarce(): boolean {
    return this.isFull || 2 * this.#count >= this.#maxCount;
  }

  /**
   * Nobody holds more than is left free for the others: receivers of one organization that hang take half of the
   * places at most, those of two a third each.
   */
  isFullFor(orgId: string): boolean {
    return this.isFull || (this.#ofOrganization.get(orgId) ?? 0) >= this.#maxCount - this.#count;
  }

  /** Whether a payload of this size may start at an endpoint that has so many attempts under way. */
  fits(bytes: number, ofEndpoint: number): boolean {
    // What others have used up leaves each endpoint its first one, up to the double.
    const most = ofEndpoint === 0 ? 2 * this.#maxLargeBytes : this.#maxLargeBytes;
    return bytes <= SMALL_BYTES || this.#largeBytes + bytes <= most;
  }

  start(orgId: string, bytes: number): void {
    this.#count++;
    this.#ofOrganization.set(orgId, (this.#ofOrganization.get(orgId) ?? 0) + 1);
    if (bytes > SMALL_BYTES) this.#largeBytes += bytes;
  }

  /** Answers whether there may be room now for what did not fit. */
  end(orgId: string, bytes: number): boolean {
    this.#count--;
    const left = (this.#ofOrganization.get(orgId) ?? 0) - 1;
    if (left > 0) this.#ofOrganization.set(orgId, left);
    else this.#ofOrganization.delete(orgId);
    if (bytes > SMALL_BYTES) this.#largeBytes -= bytes;
    return bytes > SMALL_BYTES;
  }

  /** This machine has nothing left for a connection: nothing starts for a moment, then `onOver` is called. */
  rest(onOver: () => void): void {
    if (this.#isResting) return;
    this.#isResting = true;
    setTimeout(() => {
      this.#isResting = false;
      onOver();
    }, REST_MS).unref();
  }
}
