import { RE2JS } from 're2js';
import { ruleLimits } from './limits.ts';

export interface RegexMatch {
  start: number;
  end: number;
  groups: (string | null)[];
}

/** A regular expression of a rule. It runs in linear time, and its size is limited. */
export class BoundedRegex {
  readonly #pattern: RE2JS;
  readonly #size: number;

  /** Throws an error whose message says what is not supported. */
  constructor(source: string, isMultiline = false) {
    if (source.length > ruleLimits.longestRegex)
      throw new Error(`A regular expression may have ${ruleLimits.longestRegex} characters.`);
    // Other engines have `\Z` for this; RE2 only has `\z`.
    const written = source.replace(/(?<!\\)((?:\\\\)*)\\Z/g, '$1\\z');
    this.#pattern = compile(written, isMultiline);
    this.#size = this.#pattern.programSize();
    if (this.#size > ruleLimits.largestProgram)
      throw new Error('The regular expression is too large: fewer or shorter repetitions are needed.');
  }

  /** Whether it matches at the beginning of the text. */
  matchesStart(text: string): boolean {
    if (this.#size * text.length > ruleLimits.regexSteps) return false;
    return this.#pattern.matcher(text).lookingAt();
  }

  /** All matches, up to a limit; null if the text is too long. */
  findAll(text: string, most: number): RegexMatch[] | null {
    if (this.#size * text.length > ruleLimits.regexSteps) return null;
    const matcher = this.#pattern.matcher(text);
    const found: RegexMatch[] = [];
    while (found.length < most && matcher.find()) {
      const groups = Array.from({ length: matcher.groupCount() }, (_, at) => matcher.group(at + 1) ?? null);
      found.push({ start: matcher.start(), end: matcher.end(), groups });
    }
    return found;
  }
}

function compile(source: string, isMultiline: boolean): RE2JS {
  try {
    return RE2JS.compile(source, isMultiline ? RE2JS.MULTILINE : 0);
  } catch (error) {
    if (/\(\?<?[=!]/.test(source))
      throw new Error(
        'Look-ahead and look-behind are not supported: expressions are read as RE2 reads them.',
      );
    if (/\\[1-9]/.test(source))
      throw new Error('Back references are not supported: expressions are read as RE2 reads them.');
    throw new Error(`The regular expression is not one of RE2: ${(error as Error).message}`);
  }
}
