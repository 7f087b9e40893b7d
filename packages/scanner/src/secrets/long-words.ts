import { lastAtOrBefore } from '../read/sorted-places.ts';

/** No provider's credential is shorter. */
const MIN_LENGTH = 20;

/** Characters of credentials with a prefix, a URL or a signature. */
const isWordCode = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.+/=~%:$@')
  isWordCode[character.charCodeAt(0)] = 1;

/**
 * The runs of such characters that are long enough for a credential, one per line. Most text of a program is not in
 * one, so patterns have little left to search. The text before and after a run is never part of a credential.
 */
export class LongWords {
  readonly text: string;
  /** The start of each run, and its distance from its place in the whole text. */
  readonly #starts: number[] = [];
  readonly #shifts: number[] = [];

  constructor(whole: string) {
    const words: string[] = [];
    let length = 0;
    // `end` is the last place that is certainly not in a word. The next run ends at least `MIN_LENGTH` after it, so
    // that place is checked first, and most of the text is skipped.
    for (let end = -1; end + MIN_LENGTH < whole.length; ) {
      let at = end + MIN_LENGTH;
      while (at > end && isWord(whole, at)) at--;
      if (at > end) {
        end = at;
        continue;
      }
      const start = end + 1;
      end += MIN_LENGTH + 1;
      while (end < whole.length && isWord(whole, end)) end++;
      words.push(whole.slice(start, end));
      this.#starts.push(length);
      this.#shifts.push(start - length);
      length += end - start + 1;
    }
    this.text = words.join('\n');
  }

  /** The offset in the whole text of a place in `text`. */
  offsetOf(place: number): number {
    return place + (this.#shifts[lastAtOrBefore(this.#starts, place)] ?? 0);
  }
}

function isWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && isWordCode[code] === 1;
}
