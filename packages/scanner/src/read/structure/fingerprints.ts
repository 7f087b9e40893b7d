import { valueAt } from '../lexer/columns.ts';

/** Tokens a passage must have to count as a copy. */
export const MIN_TOKENS = 60;
/** A fingerprint is kept for the smallest hash in each window, so two equal runs of `minTokens + window` tokens always meet. */
const WINDOW_TOKENS = 24;

/** Where in a file what fingerprint begins: a twelfth of its tokens. */
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
      // The kept one is still inside: only the newcomer can beat it.
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

/** Of each run of so many tokens; to be read before the next is asked for. */
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
