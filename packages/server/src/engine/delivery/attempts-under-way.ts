/**
 * Payload bytes in flight at once. Each costs the node about twice its size, in text and socket buffers,
 * until the receiver has taken it: hanging receivers must not fill the memory, however many there are.
 */
const MAX_LARGE_BYTES = 128 * 1_048_576;
/** Smaller payloads always pass and are not counted: blocked large payloads must not block small ones. */
const SMALL_BYTES = 16_384;
/** How long nothing is started after this machine ran out of resources for a connection. */
const REST_MS = 250;

export interface UnderWayLimits {
  /** Attempts; by default as many as the subscriptions allow. */
  maxCount?: number;
  /** For payloads above 16 KiB. Default 128 MiB. */
  maxLargeBytes?: number;
}

/** Tracks what a node has in flight, and whether more may join it. */
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

  /** Nothing more may start, whatever its size. */
  get isFull(): boolean {
    return this.#isResting || this.#count >= this.#maxCount;
  }

  /** So many are in flight that an organization may have used up its share. */
  get isScarce(): boolean {
    return this.isFull || 2 * this.#count >= this.#maxCount;
  }

  /**
   * No organization may hold more places than are left for the others: if one organization's receivers hang,
   * they take at most half of the places; if those of two do, a third each.
   */
  isFullFor(orgId: string): boolean {
    return this.isFull || (this.#ofOrganization.get(orgId) ?? 0) >= this.#maxCount - this.#count;
  }

  /** Whether a payload of this size may start at an endpoint that has so many attempts in flight. */
  fits(bytes: number, ofEndpoint: number): boolean {
    // Up to double the limit, each endpoint may have its first attempt even when others have used it up.
    const most = ofEndpoint === 0 ? 2 * this.#maxLargeBytes : this.#maxLargeBytes;
    return bytes <= SMALL_BYTES || this.#largeBytes + bytes <= most;
  }

  start(orgId: string, bytes: number): void {
    this.#count++;
    this.#ofOrganization.set(orgId, (this.#ofOrganization.get(orgId) ?? 0) + 1);
    if (bytes > SMALL_BYTES) this.#largeBytes += bytes;
  }

  /** Returns whether there may be room now for what did not fit. */
  end(orgId: string, bytes: number): boolean {
    this.#count--;
    const left = (this.#ofOrganization.get(orgId) ?? 0) - 1;
    if (left > 0) this.#ofOrganization.set(orgId, left);
    else this.#ofOrganization.delete(orgId);
    if (bytes > SMALL_BYTES) this.#largeBytes -= bytes;
    return bytes > SMALL_BYTES;
  }

  /**
   * This machine is out of resources for connections: nothing starts for a moment, then `onOver` is called.
   */
  rest(onOver: () => void): void {
    if (this.#isResting) return;
    this.#isResting = true;
    setTimeout(() => {
      this.#isResting = false;
      onOver();
    }, REST_MS).unref();
  }
}
