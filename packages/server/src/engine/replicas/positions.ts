interface Seen {
  /** Position of the primary's write-ahead log. */
  position: number;
  /** When it was queried, by this process's monotonic clock: earlier commits precede the position. */
  at: number;
}

/**
 * All positions this recent are kept: a read that waits for a replica waits for one of them, however many
 * arrive meanwhile.
 */
const RECENT_MS = 250;
/** Minimum distance between older ones. */
const APART_MS = 100;

/**
 * Remembers where the primary's log was at which time, so that a replica's replay position can be converted
 * to a time.
 */
export class Positions {
  readonly #keptMs: number;
  /** Oldest first, followed by the recent ones. */
  #older: Seen[] = [];
  #recent: Seen[] = [];

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  add(position: number, at: number): void {
    const last = this.#recent.at(-1);
    if (last !== undefined && at <= last.at) return;
    // Another primary took over before it had received all of the former one's log.
    if (last !== undefined && position < last.position) [this.#older, this.#recent] = [[], []];
    this.#recent.push({ position, at });
    const firstRecent = this.#recent.findIndex((seen) => seen.at >= at - RECENT_MS);
    for (const seen of this.#recent.splice(0, firstRecent)) {
      if (seen.at - (this.#older.at(-1)?.at ?? Number.NEGATIVE_INFINITY) >= APART_MS) this.#older.push(seen);
    }
    const firstKept = this.#older.findIndex((seen) => seen.at >= at - this.#keptMs);
    if (firstKept > 0) this.#older.splice(0, firstKept);
  }

  /** Everything committed before this time is in a log that reaches this position. */
  momentOf(position: number): number {
    const isReached = (seen: Seen) => seen.position <= position;
    const seen = this.#recent.findLast(isReached) ?? this.#older.findLast(isReached);
    return seen?.at ?? Number.NEGATIVE_INFINITY;
  }
}
