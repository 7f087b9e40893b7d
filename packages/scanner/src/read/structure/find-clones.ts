import type { Clone } from '../../types/application-index.ts';
import { FingerprintPlaces } from './fingerprint-places.ts';
import { type Fingerprints, minTokens } from './fingerprints.ts';

const minLines = 6;
/** A passage that stands in more places than this is boilerplate of a generator; only the first ones are compared. */
const maxPlaces = 12;

/** A file's tokens: hash and line of each. */
export interface CloneTokens {
  hash: Int32Array;
  line: Int32Array | Uint16Array;
}

/** A file as copies are looked for in it. Plain data. */
export interface CloneInput {
  path: string;
  linesCode: number;
  fingerprints: Fingerprints;
  /** Null where they are read again once they are asked for: few files hold a copy. */
  tokens: CloneTokens | null;
}

interface Place {
  file: number;
  at: number;
}

/**
 * Passages whose fingerprints are the same, compared token by token: near linear in tokens, exact on what it reports.
 * @param readTokens asked for those of a file that has none
 */
export function findClones(
  given: readonly CloneInput[],
  readTokens: (path: string) => CloneTokens,
): { percent: number; clones: Clone[] } {
  const inputs = given.map((input) => new Searched(input, readTokens));
  const places = new FingerprintPlaces(maxPlaces);
  const duplicated = new Map<number, Set<number>>();
  const clones: Clone[] = [];
  for (const [file, input] of inputs.entries()) {
    let coveredUntil = -1;
    const { hash: hashes, at: starts } = input.fingerprints;
    for (const [index, hash] of hashes.entries()) {
      const at = starts[index]!;
      if (at >= coveredUntil && places.first(hash) >= 0) {
        const best = longestMatch(inputs, places, hash, { file, at });
        if (best !== null) {
          coveredUntil = best.end;
          addClone(inputs, clones, duplicated, best);
        }
      }
      places.add(hash, file, at);
    }
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

/** A file whose tokens are read when they are first asked for. */
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
  { file, at }: Place,
): Match | null {
  let best: Match | null = null;
  const own = inputs[file]!.tokens.hash;
  for (let known = places.first(fingerprint); known >= 0; known = places.next(known)) {
    const place = { file: places.fileOf(known), at: places.atOf(known) };
    const other = inputs[place.file]!.tokens.hash;
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
  inputs: readonly Searched[],
  clones: Clone[],
  duplicated: Map<number, Set<number>>,
  match: Match,
): void {
  const spans = [match.from, match.to].map((place) => {
    const { path, tokens } = inputs[place.file]!;
    return {
      file: path,
      line: tokens.line[place.at]!,
      endLine: tokens.line[place.at + match.length - 1]!,
    };
  });
  const lines = spans[1]!.endLine - spans[1]!.line + 1;
  if (lines < minLines) return;
  for (const place of [match.from, match.to]) {
    const { line } = inputs[place.file]!.tokens;
    const copied = duplicated.get(place.file) ?? new Set();
    duplicated.set(place.file, copied);
    for (let at = place.at; at < place.at + match.length; at++) copied.add(line[at]!);
  }
  clones.push({ tokens: match.length, lines, places: spans });
}

function compare(a: Clone['places'][number], b: Clone['places'][number]): number {
  return a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line;
}
