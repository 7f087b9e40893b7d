/** Shorter texts occur nearly everywhere. */
const MIN_LENGTH = 3;
/** Checking more texts would cost as much as the pattern itself. */
const MAX_COUNT = 120;

/** Text that a match has to contain: a lower-case text without whitespace, all of several, or one of several. */
export type RequiredTexts = string | { all: RequiredTexts[] } | { any: RequiredTexts[] };

/** The texts that every match contains; undefined if unknown. Rather reports too few. */
export function requiredTexts(pattern: RegExp): RequiredTexts | undefined {
  if (/[uv]/.test(pattern.flags)) return undefined;
  const reader = new PatternReader(pattern.source);
  const texts = reader.readAlternatives();
  return reader.isUnderstood && texts !== undefined && countTexts(texts) <= MAX_COUNT ? texts : undefined;
}

function countTexts(texts: RequiredTexts): number {
  if (typeof texts === 'string') return 1;
  return partsOf(texts).reduce((sum, part) => sum + countTexts(part), 0);
}

function partsOf(texts: Exclude<RequiredTexts, string>): RequiredTexts[] {
  return 'all' in texts ? texts.all : texts.any;
}

type Part = RequiredTexts | undefined;

/** Parses a pattern from left to right. */
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

  readAlternatives(): Part {
    const any: RequiredTexts[] = [];
    let isTelling = true;
    for (;;) {
      const texts = this.#readSequence();
      if (texts === undefined) isTelling = false;
      else if (typeof texts !== 'string' && 'any' in texts) any.push(...texts.any);
      else any.push(texts);
      if (this.#source[this.#at] !== '|') break;
      this.#at++;
    }
    if (!isTelling) return undefined;
    return any.length === 1 ? any[0] : { any };
  }

  #readSequence(): Part {
    const all: RequiredTexts[] = [];
    let run = '';
    const endRun = () => {
      if (run.length >= MIN_LENGTH) all.push(run);
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
      if (typeof part !== 'object' || isRequired === 'perhaps') continue;
      if (part.group !== undefined) all.push(part.group);
    }
    endRun();
    return all.length > 1 ? { all } : all[0];
  }

  /**
   * One character, `nothing` for a part without width, the content of a group, or undefined if there are several
   * possibilities.
   */
  #readPart(): string | { group: Part } | undefined {
    const character = this.#source.charAt(this.#at++);
    switch (character) {
      case '\\':
        return this.#readEscape();
      case '[':
        return this.#readClass();
      case '(':
        return { group: this.#readGroup() };
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
    const character = this.#source.charAt(this.#at++);
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

  /** A class of both cases of one letter is that letter. */
  #readClass(): string | undefined {
    const from = this.#at;
    for (; this.#source[this.#at] !== ']'; this.#at++) if (this.#source[this.#at] === '\\') this.#at++;
    const inside = this.#source.slice(from, this.#at++);
    return /^([a-z])\1$/i.exec(inside)?.[1]?.toLowerCase();
  }

  #readGroup(): Part {
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
