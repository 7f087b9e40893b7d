export const END = 0;
export const WORD = 1;
export const NUMBER = 2;
export const TEXT = 3;
export const SIGN = 4;
/** A piece of an interpolated string. Between two pieces, a value is in brackets that begin with `OPENS_VALUE`. */
export const PIECE = 5;

export const OPENS_VALUE = '\\(';

/** The tokens of a file, without comments. Parallel arrays, because files may have a million characters. */
export interface Tokens {
  kinds: number[];
  texts: string[];
  starts: number[];
  ends: number[];
}

export function noTokens(): Tokens {
  return { kinds: [], texts: [], starts: [], ends: [] };
}

const openings: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  [OPENS_VALUE, ')'],
]);

/** For each opening bracket, the index of the closing one; -1 for all other tokens. */
export function matchBrackets({ kinds, texts }: Tokens): Int32Array {
  const closes = new Int32Array(kinds.length).fill(-1);
  const open: { at: number; expected: string }[] = [];
  const counts = new Map<string, number>();
  const count = (close: string, by: number): void => {
    counts.set(close, (counts.get(close) ?? 0) + by);
  };
  for (const [at, text] of texts.entries()) {
    if (kinds[at] !== SIGN) continue;
    const close = openings.get(text);
    if (close !== undefined) {
      open.push({ at, expected: close });
      count(close, 1);
    } else if ((counts.get(text) ?? 0) > 0) {
      // Brackets left open inside have no end.
      for (let from = open.pop(); from !== undefined; from = open.pop()) {
        count(from.expected, -1);
        if (from.expected !== text) continue;
        closes[from.at] = at;
        break;
      }
    }
  }
  return closes;
}
