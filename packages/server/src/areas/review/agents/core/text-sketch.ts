import { type RequiredTexts, requiredTexts } from './required-texts.ts';

const BITS = 32_768;

/** In a text so long most runs stand somewhere; what is sought is then looked for as well. */
const LONG_TEXT = 16_384;

/** Which runs of three characters a text has, by their hashes: enough to tell most texts that it does not hold. */
export class TextSketch {
  readonly #bits = new Uint32Array(BITS / 32);
  readonly #text: string;
  /** Texts that were looked for, and whether they are there. */
  readonly #found = new Map<string, boolean>();
  #lowerCase: string | undefined;

  constructor(text: string) {
    this.#text = text;
    const bits = this.#bits;
    let one = 0;
    let two = 0;
    for (let at = 0; at < text.length; at++) {
      let three = text.charCodeAt(at);
      if (three >= 65 && three <= 90) three += 32;
      const hash = hashOf(one, two, three);
      bits[hash >>> 5]! |= 1 << (hash & 31);
      one = two;
      two = three;
    }
  }

  /** False only when no match of the pattern can be in the text, nor in a copy of it with parts blanked. */
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
    for (const hash of hashes) if ((this.#bits[hash >>> 5]! & (1 << (hash & 31))) === 0) return false;
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
      isHere = this.#lowerCase.includes(text);
      this.#found.set(text, isHere);
    }
    return isHere;
  }
}

/** All of `texts`, whose hashes are `hashes`, all of `all`, and one of `any`. */
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

/** Of a run of three characters, upper case as lower. */
function hashOf(one: number, two: number, three: number): number {
  return Math.imul((one << 14) ^ (two << 7) ^ three, 0x9e3779b1) >>> 17;
}
