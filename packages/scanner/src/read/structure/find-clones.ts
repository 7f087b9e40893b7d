import type { Clone } from '../../types/application-index.ts';
import { valueAt } from '../lexer/columns.ts';
import { FingerprintPlaces } from './fingerprint-places.ts';
import { type Fingerprints, MIN_TOKENS } from './fingerprints.ts';

const MIN_LINES = 6;
/** A passage with more occurrences than this is generated boilerplate; only the first ones are compared. */
const MAX_PLACES = 12;

/** A file's tokens: hash and line of each. */
export interface CloneTokens {
  hash: Int32Array;
  line: Int32Array | Uint16Array;
}

/** A file in the search for copies. Plain data. */
export interface CloneInput {
  path: string;
  linesCode: number;
  fingerprints: Fingerprints;
  /** Null if they are read again on demand: few files contain a copy. */
  tokens: CloneTokens | null;
}

interface Place {
  input: Searched;
  at: number;
}

/**
 * Passages with equal fingerprints, compared token by token: nearly linear in tokens, and exact in what it
 * reports.
 * @param readTokens called for files without tokens
 */
export function findClones(
  given: readonly CloneInput[],
  readTokens: (path: string) => CloneTokens,
): { percent: number; clones: Clone[] } {
  const inputs = given.map((input) => new Searched(input, readTokens));
  const places = new FingerprintPlaces(MAX_PLACES);
  const duplicated = new Map<Searched, Set<number>>();
  const clones: Clone[] = [];
  for (const [file, input] of inputs.entries()) {
    let coveredUntil = -1;
    const { hash: hashes, at: starts } = input.fingerprints;
    for (const [index, hash] of hashes.entries()) {
      const at = valueAt(starts, index);
      if (at >= coveredUntil && places.first(hash) >= 0) {
        const best = longestMatch(inputs, places, hash, { input, at });
        if (best !== null) {
          coveredUntil = best.end;
          addClone(clones, duplicated, best);
        }
      }
      places.add(hash, file, at);
    }
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

/** A file whose tokens are read on first use. */
class Searched {
  readonly path: string;
  readonly linesCode: number;
  readonly fingerprints: Fingerprints;
  #tokens: CloneTokens | null;
  readonly #read: (path: string) => CloneTokens;

  constructor({ path, linesCode, fingerprints, tokens }: CloneInput, read: (path: string) => CloneTokens) {
    this.path = path;
    this.linesCode = linesCode;
    this.fingerprints = fingerprints;
    this.#tokens = tokens;
    this.#read = read;
  }

  get tokens(): CloneTokens {
    this.#tokens ??= this.#read(this.path);
    return this.#tokens;
  }
}

interface Match {
  from: Place;
  to: Place;
  length: number;
  end: number;
}

function longestMatch(
  inputs: readonly Searched[],
  places: FingerprintPlaces,
  fingerprint: number,
  { input, at }: Place,
): Match | null {
  let best: Match | null = null;
  const own = input.tokens.hash;
  for (let known = places.first(fingerprint); known >= 0; known = places.next(known)) {
    const found = inputs[places.fileOf(known)];
    if (found === undefined) continue;
    const place = places.atOf(known);
    const other = found.tokens.hash;
    // In the same file the two passages must not overlap.
    const limit = found === input ? at - place : Number.POSITIVE_INFINITY;
    let back = 0;
    while (back < at && back < place && back < limit - 1 && own[at - back - 1] === other[place - back - 1])
      back++;
    let forward = 0;
    while (
      forward + back < limit &&
      at + forward < own.length &&
      own[at + forward] === other[place + forward]
    )
      forward++;
    const length = back + forward;
    if (length < MIN_TOKENS || (best !== null && length <= best.length)) continue;
    best = {
      from: { input: found, at: place - back },
      to: { input, at: at - back },
      length,
      end: at + forward,
    };
  }
  return best;
}

function addClone(clones: Clone[], duplicated: Map<Searched, Set<number>>, match: Match): void {
  const { from, to, length } = match;
  const spanOf = ({ input, at }: Place) => ({
    file: input.path,
    line: valueAt(input.tokens.line, at),
    endLine: valueAt(input.tokens.line, at + length - 1),
  });
  const places: Clone['places'] = [spanOf(from), spanOf(to)];
  const lines = places[1].endLine - places[1].line + 1;
  if (lines < MIN_LINES) return;
  for (const { input, at } of [from, to]) {
    const copied = duplicated.get(input) ?? new Set();
    duplicated.set(input, copied);
    for (const line of input.tokens.line.subarray(at, at + length)) copied.add(line);
  }
  clones.push({ tokens: length, lines, places });
}

function compare(a: Clone['places'][number], b: Clone['places'][number]): number {
  return a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line;
}
