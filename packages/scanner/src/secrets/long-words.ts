import { lastAtOrBefore } from '../read/sorted-places.ts';

/** No provider's credential is shorter. */
const MIN_LENGTH = 20;

/** Characters that may stand in a credential with a prefix, an address or a signature. */
const isWordCode = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.+/=~%:$@')
  isWordCode[character.charCodeAt(0)] = 1;

/**
 * The runs of such characters that are long enough to be a credential, one in each line. Most of a program is none, so
 * that patterns have little left to look at. What stands before and after a run is never part of a credential.
 */
export class LongWords {
  readonly text: string;
  /** Where each run begins, and how much further on that is in the whole. */
  readonly #starts: number[] = [];
  readonly #shifts: number[] = [];

  constructor(whole: string) {
    const words: string[] = [];
    let length = 0;
    // `end` is the last place that is known to be none of a word. The next run ends no earlier than `MIN_LENGTH` behind it,
    // so that place is asked first, and most of the text is never looked at.
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

  /** Where in the whole text a place of `text` lies. */
  offsetOf(place: number): number {
    return place + (this.#shifts[lastAtOrBefore(this.#starts, place)] ?? 0);
  }
}

function isWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && isWordCode[code] === 1;
}
