/**
 * Events per chunk of the index. The stored index and tiles depend on it, so it never changes; only tests use
 * a smaller one, a power of two from 256 on (a chunk consists of whole tiles).
 */
export const CHUNK_EVENTS = 4096;

/** Blocks of one level that make up a block of the next. */
export const FANOUT = 16;

/** Blocks `first` to `last` of one level. */
export interface BlockRange {
  level: number;
  first: number;
  last: number;
}

/** The smallest set of blocks that covers the chunks from `first` to before `end`, newest first. */
export function coverChunks(first: number, end: number): BlockRange[] {
  const newest: BlockRange[] = [];
  const oldest: BlockRange[] = [];
  let [from, to] = [first, end];
  for (let level = 0; from < to; level++) {
    // What does not fill a block of the next level, at either end, stays on this one.
    const nextFrom = Math.ceil(from / FANOUT);
    const nextTo = Math.floor(to / FANOUT);
    if (nextFrom >= nextTo) {
      newest.push({ level, first: from, last: to - 1 });
      break;
    }
    if (to > nextTo * FANOUT) newest.push({ level, first: nextTo * FANOUT, last: to - 1 });
    if (from < nextFrom * FANOUT) oldest.push({ level, first: from, last: nextFrom * FANOUT - 1 });
    [from, to] = [nextFrom, nextTo];
  }
  return [...newest, ...oldest.reverse()];
}
