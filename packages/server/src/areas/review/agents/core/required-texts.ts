/** Shorter texts stand nearly everywhere. */
const SHORTEST = 3;
const MOST = 60;

/**
 * Texts in lower case, without blanks, of which every match of the pattern holds at least one; undefined when the pattern
 * does not tell. Errs on the side of undefined.
 */
export function requiredTexts(pattern: RegExp): readonly string[] | undefined {
  if (/[uv]/.test(pattern.flags)) return undefined;
  const reader = new PatternReader(pattern.source);
  const texts = reader.readAlternatives();
  return reader.isUnderstood ? texts : undefined;
}

type Texts = readonly string[] | undefined;

/** Longer texts tell more; of equally long ones the fewer do. */
function isBetter(a: readonly string[], b: Texts): boolean {
  if (b === undefined) return true;
  const [shortestA, shortestB] = [a, b].map((texts) => Math.min(...texts.map((text) => text.length)));
  return shortestA! > shortestB! || (shortestA === shortestB && a.length < b.length);
}

/** Reads a pattern's source from left to right: of each sequence the most telling part is kept. */
class PatternReader {
  readonly #source: string;
  #at = 0;
  #hasUnknown = false;

  constructor(source: string) {
    this.#source = source;
  }

  get isUnderstood(): boolean {
    return this.#isAtEnd && !this.#hasUnknown;
  }

  get #isAtEnd(): boolean {
    return this.#at >= this.#source.length;
  }

  readAlternatives(): Texts {
    const all: string[] = [];
    let isTelling = true;
    for (;;) {
      const texts = this.#readSequence();
      if (texts === undefined) isTelling = false;
      else all.push(...texts);
      if (this.#source[this.#at] !== '|') break;
      this.#at++;
    }
    return isTelling && all.length <= MOST ? all : undefined;
  }

  #readSequence(): Texts {
    let best: Texts;
    let run = '';
    const take = (texts: Texts) => {
      if (texts !== undefined && isBetter(texts, best)) best = texts;
    };
    const endRun = () => {
      if (run.length >= SHORTEST) take([run]);
      run = '';
    };
    while (!this.#isAtEnd && this.#source[this.#at] !== '|' && this.#source[this.#at] !== ')') {
      const part = this.#readPart();
      const isRequired = this.#readQuantifier();
      if (part === 'nothing' && isRequired === 'once') continue;
      if (typeof part === 'string' && part !== 'nothing' && isRequired !== 'perhaps') {
        run += part;
        if (isRequired === 'often') endRun();
        continue;
      }
      endRun();
      if (Array.isArray(part) && isRequired !== 'perhaps') take(part);
    }
    endRun();
    return best;
  }

  /** One character, `nothing` for what has no width, texts of a group, or undefined for what can be many things. */
  #readPart(): string | Texts {
    const character = this.#source[this.#at++]!;
    switch (character) {
      case '\\':
        return this.#readEscape();
      case '[':
        return this.#readClass();
      case '(':
        return this.#readGroup();
      case '^':
      case '$':
        return 'nothing';
      case '.':
        return undefined;
      default:
        return plain(character);
    }
  }

  #readEscape(): string | undefined {
    const character = this.#source[this.#at++]!;
    if (character === 'b' || character === 'B') return 'nothing';
    if (character === 'x') {
      const code = Number.parseInt(this.#source.slice(this.#at, this.#at + 2), 16);
      this.#at += 2;
      return plain(String.fromCharCode(code));
    }
    if (character === 'k') this.#at = this.#source.indexOf('>', this.#at) + 1;
    if (character === 'u') this.#at += 4;
    if (character === 'c') this.#at += 1;
    while (/\d/.test(character) && /\d/.test(this.#source[this.#at] ?? '')) this.#at++;
    return /\w/.test(character) ? undefined : plain(character);
  }

  /** A class of one letter in both cases is that letter. */
  #readClass(): string | undefined {
    const from = this.#at;
    for (; this.#source[this.#at] !== ']'; this.#at++) if (this.#source[this.#at] === '\\') this.#at++;
    const inside = this.#source.slice(from, this.#at++);
    return inside.length === 2 &&
      /^[a-z]{2}$/i.test(inside) &&
      inside[0]!.toLowerCase() === inside[1]!.toLowerCase()
      ? inside[0]!.toLowerCase()
      : undefined;
  }

  #readGroup(): Texts {
    const opening = /^\?(?::|=|!|<=|<!|<\w+>)/.exec(this.#source.slice(this.#at, this.#at + 60))?.[0] ?? '';
    this.#at += opening.length;
    if (opening === '' && this.#source[this.#at] === '?') this.#hasUnknown = true;
    const texts = this.readAlternatives();
    this.#at++;
    return opening.includes('=') || opening.includes('!') ? undefined : texts;
  }

  #readQuantifier(): 'once' | 'often' | 'perhaps' {
    const found = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(this.#source.slice(this.#at, this.#at + 24));
    if (found === null) return 'once';
    this.#at += found[0].length;
    if (found[1] !== undefined) return Number(found[1]) === 0 ? 'perhaps' : 'often';
    return found[0].startsWith('+') ? 'often' : 'perhaps';
  }
}

function plain(character: string): string | undefined {
  return /[!-~]/.test(character) ? character.toLowerCase() : undefined;
}
