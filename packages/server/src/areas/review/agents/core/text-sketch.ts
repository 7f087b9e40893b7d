import { type RequiredTexts, requiredTexts } from './required-texts.ts';

const BITS = 32_768;

/** Which runs of three characters a text has, by their hashes: enough to tell most texts that it does not hold. */
export class TextSketch {
  readonly #bits = new Uint32Array(BITS / 32);

  constructor(text: string) {
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
      needed = hashesOf(requiredTexts(pattern));
      known.set(pattern, needed);
    }
    return this.#mayHold(needed);
  }

  #mayHold(needed: Needed): boolean {
    const { hashes, all, any } = needed;
    for (const hash of hashes) if ((this.#bits[hash >>> 5]! & (1 << (hash & 31))) === 0) return false;
    for (const part of all) if (!this.#mayHold(part)) return false;
    return any === null || any.some((part) => this.#mayHold(part));
  }
}

/** All of `hashes` and of `all`, and one of `any`. */
interface Needed {
  hashes: readonly number[];
  all: readonly Needed[];
  any: readonly Needed[] | null;
}

const known = new WeakMap<RegExp, Needed>();

function hashesOf(texts: RequiredTexts | undefined): Needed {
  if (texts === undefined) return { hashes: [], all: [], any: null };
  if (typeof texts === 'string') return { hashes: runsOf(texts), all: [], any: null };
  if ('any' in texts) return { hashes: [], all: [], any: texts.any.map(hashesOf) };
  const parts = texts.all.map(hashesOf);
  return {
    hashes: parts.flatMap(({ hashes }) => hashes),
    all: parts
      .filter(({ any, all }) => any !== null || all.length > 0)
      .map((part) => ({ ...part, hashes: [] })),
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
