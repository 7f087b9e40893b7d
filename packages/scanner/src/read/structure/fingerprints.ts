import { valueAt } from '../lexer/columns.ts';

/** Min. tokens of a copy. */
export const MIN_TOKENS = 60;
/**
 * The smallest hash in each window becomes a fingerprint, so two equal runs of `minTokens + window` tokens
 * always share one.
 */
const WINDOW_TOKENS = 24;

/** Positions of fingerprints in a file: a twelfth of its tokens. */
export interface Fingerprints {
  hash: Int32Array;
  at: Int32Array;
}

let scratch = new Int32Array(0);

/** By winnowing over token hashes (Schleimer, Wilkerson, Aiken). */
export function fingerprintsOf(hashes: Int32Array): Fingerprints {
  const count = hashes.length - MIN_TOKENS + 1;
  if (count < 1) return { hash: new Int32Array(0), at: new Int32Array(0) };
  const rolling = rollingHashes(hashes, count);
  const places: number[] = [];
  let last = -1;
  for (let start = 0; start < count; start += 1) {
    const end = Math.min(start + WINDOW_TOKENS, count);
    if (last >= start) {
      // The kept one is still in the window: only the new one can beat it.
      if (end - 1 > last && valueAt(rolling, end - 1) <= valueAt(rolling, last)) {
        last = end - 1;
        places.push(last);
      }
    } else {
      let smallest = start;
      for (let at = start + 1; at < end; at++)
        if (valueAt(rolling, at) <= valueAt(rolling, smallest)) smallest = at;
      last = smallest;
      places.push(last);
    }
    if (end === count) break;
  }
  return { hash: Int32Array.from(places, (at) => valueAt(rolling, at)), at: Int32Array.from(places) };
}

/** One per run of this many tokens; only valid until the next call. */
function rollingHashes(hashes: Int32Array, count: number): Int32Array {
  const factor = power(31, MIN_TOKENS);
  if (scratch.length < count) scratch = new Int32Array(count * 2);
  const rolling = scratch;
  let value = 0;
  for (let at = 0; at < hashes.length; at++) {
    value = (Math.imul(value, 31) + valueAt(hashes, at)) | 0;
    if (at >= MIN_TOKENS) value = (value - Math.imul(factor, valueAt(hashes, at - MIN_TOKENS))) | 0;
    if (at >= MIN_TOKENS - 1) rolling[at - MIN_TOKENS + 1] = scramble(value);
  }
  return rolling;
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let at = 0; at < exponent; at++) result = Math.imul(result, base);
  return result;
}

function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return mixed ^ (mixed >>> 16);
}
