interface Seen {
  /** How far the primary's write-ahead log reached. */
  position: number;
  /** When it was asked, by this process's own clock: what was committed before lies before the position. */
  at: number;
}

/** Two that are kept lie so far apart. */
const APART_MS = 100;

/** How far the log of the primary reached, and when: what a replica has replayed so tells of which moment it is. */
export class Positions {
  readonly #keptMs: number;
  /** Oldest first. */
  #seen: Seen[] = [];

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  add(position: number, at: number): void {
    const last = this.#seen.at(-1);
    if (last !== undefined && at <= last.at) return;
    // Another primary took over before all of the former one's log had come to it.
    if (last !== undefined && position < last.position) this.#seen = [];
    const before = this.#seen.at(-2);
    if (last !== undefined && before !== undefined && last.at - before.at < APART_MS) this.#seen.pop();
    this.#seen.push({ position, at });
    const tooOld = this.#seen.findIndex((seen) => seen.at >= at - this.#keptMs);
    if (tooOld > 64) this.#seen.splice(0, tooOld);
  }

  /** Everything that was committed before this moment is in a log that reaches so far. */
  momentOf(position: number): number {
    return this.#seen.findLast((seen) => seen.position <= position)?.at ?? Number.NEGATIVE_INFINITY;
  }
}
