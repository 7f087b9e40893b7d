import type { Clone } from '../../types/application-index.ts';
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
  file: number;
  at: number;
}

/** Winnowing over token hashes (Schleimer, Wilkerson, Aiken): near linear in tokens, exact on what it reports. */
export function findClones(inputs: readonly CloneInput[]): { percent: number; clones: Clone[] } {
  const places = new FingerprintPlaces(maxPlaces);
  const duplicated = new Map<number, Set<number>>();
  const clones: Clone[] = [];
  for (const [file, input] of inputs.entries()) {
    let coveredUntil = -1;
    eachFingerprint(input.hash, (hash, at) => {
      if (at >= coveredUntil && places.first(hash) >= 0) {
        const best = longestMatch(inputs, places, hash, { file, at });
        if (best !== null) {
          coveredUntil = best.end;
          addClone(inputs, clones, duplicated, best);
        }
      }
      places.add(hash, file, at);
    });
  }
  const total = inputs.reduce((sum, input) => sum + input.linesCode, 0);
  const copied = inputs.reduce(
    (sum, input, file) => sum + Math.min(input.linesCode, duplicated.get(file)?.size ?? 0),
    0,
  );
  clones.sort(
    (a, b) =>
      b.tokens - a.tokens || compare(a.places[0]!, b.places[0]!) || compare(a.places[1]!, b.places[1]!),
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
  { file, at }: Place,
): Match | null {
  let best: Match | null = null;
  const own = inputs[file]!.hash;
  for (let known = places.first(fingerprint); known >= 0; known = places.next(known)) {
    const place = { file: places.fileOf(known), at: places.atOf(known) };
    const other = inputs[place.file]!.hash;
    // Within one file the two passages must not overlap.
    const limit = place.file === file ? at - place.at : Number.POSITIVE_INFINITY;
    let back = 0;
    while (
      back < at &&
      back < place.at &&
      back < limit - 1 &&
      own[at - back - 1] === other[place.at - back - 1]
    )
      back++;
    let forward = 0;
    while (
      forward + back < limit &&
      at + forward < own.length &&
      own[at + forward] === other[place.at + forward]
    )
      forward++;
    const length = back + forward;
    if (length < minTokens || (best !== null && length <= best.length)) continue;
    best = {
      from: { file: place.file, at: place.at - back },
      to: { file, at: at - back },
      length,
      end: at + forward,
    };
  }
  return best;
}

function addClone(
  inputs: readonly CloneInput[],
  clones: Clone[],
  duplicated: Map<number, Set<number>>,
  match: Match,
): void {
  const spans = [match.from, match.to].map((place) => {
    const input = inputs[place.file]!;
    return {
      file: input.path,
      line: input.line[place.at]!,
      endLine: input.line[place.at + match.length - 1]!,
    };
  });
  const lines = spans[1]!.endLine - spans[1]!.line + 1;
  if (lines < minLines) return;
  for (const place of [match.from, match.to]) {
    const { line } = inputs[place.file]!;
    const copied = duplicated.get(place.file) ?? new Set();
    duplicated.set(place.file, copied);
    for (let at = place.at; at < place.at + match.length; at++) copied.add(line[at]!);
  }
  clones.push({ tokens: match.length, lines, places: spans });
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
    value = (Math.imul(value, 31) + hashes[at]!) | 0;
    if (at >= minTokens) value = (value - Math.imul(factor, hashes[at - minTokens]!)) | 0;
    if (at >= minTokens - 1) rolling[at - minTokens + 1] = scramble(value);
  }
  let last = -1;
  for (let start = 0; start < count; start += 1) {
    const end = Math.min(start + window, count);
    if (last >= start) {
      // The kept one is still inside: only the newcomer can beat it.
      if (end - 1 > last && rolling[end - 1]! <= rolling[last]!) {
        last = end - 1;
        take(rolling[last]!, last);
      }
    } else {
      let smallest = start;
      for (let at = start + 1; at < end; at++) if (rolling[at]! <= rolling[smallest]!) smallest = at;
      last = smallest;
      take(rolling[last]!, last);
    }
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
