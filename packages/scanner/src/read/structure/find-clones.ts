import type { Clone } from '../../types/application-index.ts';
import { valueAt } from '../lexer/columns.ts';
import { FingerprintPlaces } from './fingerprint-places.ts';

/** Tokens a passage must have to count as a copy. */
const minTokens = 60;
const minLines = 6;
/** A fingerprint is kept for the smallest hash in each window, so two equal runs of `minTokens + window` tokens always meet. */
const window = 24;
/** A passage that stands in more places than this is boilerplate of a generator; only the first ones are compared. */
const maxPlaces = 12;

export interface CloneInput {
  path: string;
  hash: Int32Array;
  line: Int32Array | Uint16Array;
  linesCode: number;
}

interface Place {
  input: CloneInput;
  at: number;
}

/** Winnowing over token hashes (Schleimer, Wilkerson, Aiken): near linear in tokens, exact on what it reports. */
export function findClones(inputs: readonly CloneInput[]): { percent: number; clones: Clone[] } {
  const places = new FingerprintPlaces(maxPlaces);
  const duplicated = new Map<CloneInput, Set<number>>();
  const clones: Clone[] = [];
  for (const [file, input] of inputs.entries()) {
    let coveredUntil = -1;
    eachFingerprint(input.hash, (hash, at) => {
      if (at >= coveredUntil && places.first(hash) >= 0) {
        const best = longestMatch(inputs, places, hash, { input, at });
        if (best !== null) {
          coveredUntil = best.end;
          addClone(clones, duplicated, best);
        }
      }
      places.add(hash, file, at);
    });
  }
  const total = inputs.reduce((sum, input) => sum + input.linesCode, 0);
  const copied = inputs.reduce(
    (sum, input) => sum + Math.min(input.linesCode, duplicated.get(input)?.size ?? 0),
    0,
  );
  clones.sort(
    (a, b) => b.tokens - a.tokens || compare(a.places[0], b.places[0]) || compare(a.places[1], b.places[1]),
  );
  return {
    percent: total === 0 ? 0 : Math.round((copied / total) * 10_000) / 100,
    clones: clones.slice(0, 500),
  };
}

interface Match {
  from: Place;
  to: Place;
  length: number;
  end: number;
}

function longestMatch(
  inputs: readonly CloneInput[],
  places: FingerprintPlaces,
  fingerprint: number,
  { input, at }: Place,
): Match | null {
  let best: Match | null = null;
  const own = input.hash;
  for (let known = places.first(fingerprint); known >= 0; known = places.next(known)) {
    const other = inputs[places.fileOf(known)];
    if (other === undefined) continue;
    const place = places.atOf(known);
    // Within one file the two passages must not overlap.
    const limit = other === input ? at - place : Number.POSITIVE_INFINITY;
    let back = 0;
    while (
      back < at &&
      back < place &&
      back < limit - 1 &&
      own[at - back - 1] === other.hash[place - back - 1]
    )
      back++;
    let forward = 0;
    while (
      forward + back < limit &&
      at + forward < own.length &&
      own[at + forward] === other.hash[place + forward]
    )
      forward++;
    const length = back + forward;
    if (length < minTokens || (best !== null && length <= best.length)) continue;
    best = {
      from: { input: other, at: place - back },
      to: { input, at: at - back },
      length,
      end: at + forward,
    };
  }
  return best;
}

function addClone(clones: Clone[], duplicated: Map<CloneInput, Set<number>>, match: Match): void {
  const { from, to, length } = match;
  const spanOf = ({ input, at }: Place) => ({
    file: input.path,
    line: valueAt(input.line, at),
    endLine: valueAt(input.line, at + length - 1),
  });
  const places: Clone['places'] = [spanOf(from), spanOf(to)];
  const lines = places[1].endLine - places[1].line + 1;
  if (lines < minLines) return;
  for (const { input, at } of [from, to]) {
    const copied = duplicated.get(input) ?? new Set();
    duplicated.set(input, copied);
    for (const line of input.line.subarray(at, at + length)) copied.add(line);
  }
  clones.push({ tokens: length, lines, places });
}

let scratch = new Int32Array(0);

function eachFingerprint(hashes: Int32Array, take: (hash: number, at: number) => void): void {
  const count = hashes.length - minTokens + 1;
  if (count < 1) return;
  const factor = power(31, minTokens);
  if (scratch.length < count) scratch = new Int32Array(count * 2);
  const rolling = scratch;
  let value = 0;
  for (let at = 0; at < hashes.length; at++) {
    value = (Math.imul(value, 31) + valueAt(hashes, at)) | 0;
    if (at >= minTokens) value = (value - Math.imul(factor, valueAt(hashes, at - minTokens))) | 0;
    if (at >= minTokens - 1) rolling[at - minTokens + 1] = scramble(value);
  }
  let last = -1;
  for (let start = 0; start < count; start += 1) {
    const end = Math.min(start + window, count);
    // While the kept one is still inside, only the newcomer can beat it.
    const isInside = last >= start;
    const before = last;
    if (!isInside) last = start;
    let lowest = valueAt(rolling, last);
    for (let at = isInside ? Math.max(last + 1, end - 1) : start + 1; at < end; at++) {
      const hash = valueAt(rolling, at);
      if (hash > lowest) continue;
      lowest = hash;
      last = at;
    }
    if (last !== before) take(lowest, last);
    if (end === count) break;
  }
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

function compare(a: Clone['places'][number], b: Clone['places'][number]): number {
  return a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line;
}
