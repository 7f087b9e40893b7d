interface Seen {
  /** How far the primary's write-ahead log reached. */
  position: number;
  /** When it was asked, by this process's own clock: what was committed before lies before the position. */
  at: number;
}

/** All are kept for so long: a read that waits for a replica waits for one of them, however many ask meanwhile. */
const RECENT_MS = 250;
/** Older ones lie so far apart. */
const APART_MS = 100;

/** How far the log of the primary reached, and when: what a replica has replayed so tells of which moment it is. */
export class Positions {
  readonly #keptMs: number;
  /** Oldest first, and so are the recent ones behind them. */
  #older: Seen[] = [];
  #recent: Seen[] = [];

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  add(position: number, at: number): void {
    const last = this.#recent.at(-1);
    if (last !== undefined && at <= last.at) return;
    // Another primary took over before all of the former one's log had come to it.
    if (last !== undefined && position < last.position) [this.#older, this.#recent] = [[], []];
    this.#recent.push({ position, at });
    const firstRecent = this.#recent.findIndex((seen) => seen.at >= at - RECENT_MS);
    for (const seen of this.#recent.splice(0, firstRecent)) {
      if (seen.at - (this.#older.at(-1)?.at ?? Number.NEGATIVE_INFINITY) >= APART_MS) this.#older.push(seen);
    }
    const firstKept = this.#older.findIndex((seen) => seen.at >= at - this.#keptMs);
    if (firstKept > 0) this.#older.splice(0, firstKept);
  }

  /** Everything that was committed before this moment is in a log that reaches so far. */
  momentOf(position: number): number {
    const isReached = (seen: Seen) => seen.position <= position;
    const seen = this.#recent.findLast(isReached) ?? this.#older.findLast(isReached);
    return seen?.at ?? Number.NEGATIVE_INFINITY;
  }
}
