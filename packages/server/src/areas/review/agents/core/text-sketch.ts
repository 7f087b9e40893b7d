import { requiredTexts } from './required-texts.ts';

const BITS = 32_768;

/** Which runs of three characters a text has, by their hashes: enough to tell most texts that it does not hold. */
export class TextSketch {
  readonly #bits = new Uint32Array(BITS / 32);

  constructor(text: string) {
    const bits = this.#bits;
    eachHash(text, (hash) => {
      bits[hash >>> 5]! |= 1 << (hash & 31);
    });
  }

  /** False only when no match of the pattern can be in the text, nor in a copy of it with parts blanked. */
  mayMatch(pattern: RegExp): boolean {
    const needed = hashesOf(pattern);
    return needed === undefined || needed.some((hashes) => hashes.every((hash) => this.#has(hash)));
  }

  #has(hash: number): boolean {
    return (this.#bits[hash >>> 5]! & (1 << (hash & 31))) !== 0;
  }
}

const known = new WeakMap<RegExp, number[][] | undefined>();

function hashesOf(pattern: RegExp): number[][] | undefined {
  if (known.has(pattern)) return known.get(pattern);
  const hashes = requiredTexts(pattern)?.map((text) => {
    const list: number[] = [];
    eachHash(text, (hash) => list.push(hash));
    return list;
  });
  known.set(pattern, hashes);
  return hashes;
}

/** Of each run of three characters, upper case as lower. */
function eachHash(text: string, take: (hash: number) => void): void {
  let one = 0;
  let two = 0;
  for (let at = 0; at < text.length; at++) {
    let three = text.charCodeAt(at);
    if (three >= 65 && three <= 90) three += 32;
    if (at >= 2) take(Math.imul((one << 14) ^ (two << 7) ^ three, 0x9e3779b1) >>> 17);
    one = two;
    two = three;
  }
}
