import { NUMBER, noTokens, SIGN, TEXT, type Tokens, WORD } from '../../frontend/tokens.ts';

const blank = /(?:[\s\uFEFF\u200B\u2060\u202A-\u202E\u2066-\u2069]+|\/\/[^\r\n]*)+/y;
const word = /[A-Za-z_$][\w$]*/y;
const number = /0[xX][\da-fA-F_]*|(?:\d[\d_]*)?(?:\.\d[\d_]*)?(?:[eE]-?\d[\d_]*)?/y;
const text = /"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?/y;
const sign =
  />>>=|<<=|>>=|>>>|\*\*|=>|==|!=|<=|>=|&&|\|\||\+\+|--|\+=|-=|\*=|\/=|%=|\|=|&=|\^=|<<|>>|:=|->|[\s\S]/y;

export function readTokens(source: string): Tokens {
  const tokens = noTokens();
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0];
    return found === undefined || found === '' ? null : found;
  };
  while (at < source.length) {
    const space = take(blank);
    if (space !== null) {
      at += space.length;
      continue;
    }
    if (source.startsWith('/*', at)) {
      const end = source.indexOf('*/', at + 2);
      at = end < 0 ? source.length : end + 2;
      continue;
    }
    const [kind, found] = nextToken(take, source.charCodeAt(at));
    tokens.kinds.push(kind);
    tokens.texts.push(found);
    tokens.starts.push(at);
    at += found.length;
    tokens.ends.push(at);
  }
  return tokens;
}

function nextToken(take: (pattern: RegExp) => string | null, code: number): [number, string] {
  const isDigit = code >= 48 && code <= 57;
  const found = take(word);
  if (found !== null) return [WORD, found];
  if (isDigit || code === 46) {
    const digits = take(number);
    if (digits !== null) return [NUMBER, digits];
  }
  const quoted = code === 34 || code === 39 ? take(text) : null;
  return quoted === null ? [SIGN, take(sign) ?? String.fromCharCode(code)] : [TEXT, quoted];
}
