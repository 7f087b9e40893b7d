import { type RequiredTexts, requiredTexts } from './required-texts.ts';

const BITS = 32_768;
/** Spreads similar hashes. */
const GOLDEN = 0x9e3779b1;

/** In a text of this length, most trigrams occur, so the required text itself is searched for as well. */
const LONG_TEXT = 16_384;
/** For these texts, runs of five characters are recorded too, so that few texts have to be searched for. */
const LONG_RUN = 5;
/** Six bits for each character of a run; higher bits overlap with the previous character. */
const LONG_RUN_MASK = 0x3fff_ffff;

/** The trigrams of a text, by hash: enough to show for most texts that they do not occur. */
export class TextSketch {
  readonly #bits = new Uint32Array(BITS / 32);
  readonly #text: string;
  /** Texts that were searched for, and whether they occur. */
  readonly #found = new Map<string, boolean>();
  #lowerCase: string | undefined;
  #longRuns: LongRuns | undefined;

  constructor(text: string) {
    this.#text = text;
    const bits = this.#bits;
    let one = 0;
    let two = 0;
    for (let at = 0; at < text.length; at++) {
      let three = text.charCodeAt(at);
      if (three >= 65 && three <= 90) three += 32;
      const hash = hashOf(one, two, three);
      bits[hash >>> 5] = (bits[hash >>> 5] ?? 0) | (1 << (hash & 31));
      one = two;
      two = three;
    }
  }

  /** False only if no match of the pattern can be in the text, nor in a copy with blanked parts. */
  mayMatch(pattern: RegExp): boolean {
    let needed = known.get(pattern);
    if (needed === undefined) {
      needed = neededFor(requiredTexts(pattern));
      known.set(pattern, needed);
    }
    if (!this.#mayHold(needed)) return false;
    return this.#text.length < LONG_TEXT || this.#holds(needed);
  }

  #mayHold({ hashes, all, any }: Needed): boolean {
    for (const hash of hashes) if (!hasBit(this.#bits, hash)) return false;
    for (const part of all) if (!this.#mayHold(part)) return false;
    if (any === null) return true;
    for (const part of any) if (this.#mayHold(part)) return true;
    return false;
  }

  #holds({ texts, all, any }: Needed): boolean {
    for (const text of texts) if (!this.#has(text)) return false;
    for (const part of all) if (!this.#holds(part)) return false;
    return any === null || any.some((part) => this.#mayHold(part) && this.#holds(part));
  }

  #has(text: string): boolean {
    let isHere = this.#found.get(text);
    if (isHere === undefined) {
      this.#lowerCase ??= this.#text.toLowerCase();
      this.#longRuns ??= new LongRuns(this.#lowerCase);
      isHere = this.#longRuns.mayHold(text) && this.#lowerCase.includes(text);
      this.#found.set(text, isHere);
    }
    return isHere;
  }
}

/** The runs of five characters in a text. */
class LongRuns {
  readonly #shift: number;
  readonly #bits: Uint32Array;

  constructor(text: string) {
    // At most an eighth of the bits is set, for up to half a million characters.
    const size = Math.min(Math.ceil(Math.log2(text.length * 8)), 22);
    this.#shift = 32 - size;
    const shift = this.#shift;
    const bits = new Uint32Array(2 ** size / 32);
    let run = 0;
    for (let at = 0; at < text.length; at++) {
      run = ((run << 6) ^ text.charCodeAt(at)) & LONG_RUN_MASK;
      const hash = Math.imul(run, GOLDEN) >>> shift;
      bits[hash >>> 5] = (bits[hash >>> 5] ?? 0) | (1 << (hash & 31));
    }
    this.#bits = bits;
  }

  mayHold(text: string): boolean {
    let run = 0;
    for (let at = 0; at < text.length; at++) {
      run = ((run << 6) ^ text.charCodeAt(at)) & LONG_RUN_MASK;
      const hash = Math.imul(run, GOLDEN) >>> this.#shift;
      if (at >= LONG_RUN - 1 && !hasBit(this.#bits, hash)) return false;
    }
    return true;
  }
}

const hasBit = (bits: Uint32Array, at: number) => ((bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;

/** All of `texts`, with the hashes in `hashes`, all of `all`, and one of `any`. */
interface Needed {
  texts: readonly string[];
  hashes: readonly number[];
  all: readonly Needed[];
  any: readonly Needed[] | null;
}

const known = new WeakMap<RegExp, Needed>();

function neededFor(required: RequiredTexts | undefined): Needed {
  if (required === undefined) return { texts: [], hashes: [], all: [], any: null };
  if (typeof required === 'string')
    return { texts: [required], hashes: runsOf(required), all: [], any: null };
  if ('any' in required) return { texts: [], hashes: [], all: [], any: required.any.map(neededFor) };
  const parts = required.all.map(neededFor);
  return {
    texts: parts.flatMap(({ texts }) => texts),
    hashes: parts.flatMap(({ hashes }) => hashes),
    all: parts
      .filter(({ any, all }) => any !== null || all.length > 0)
      .map((part) => ({ ...part, texts: [], hashes: [] })),
    any: null,
  };
}

function runsOf(text: string): number[] {
  return Array.from({ length: text.length - 2 }, (_, at) =>
    hashOf(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)),
  );
}

/** Of a trigram, ignoring case. */
function hashOf(one: number, two: number, three: number): number {
  return Math.imul((one << 14) ^ (two << 7) ^ three, GOLDEN) >>> 17;
}
