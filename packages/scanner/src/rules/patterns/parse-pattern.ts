import { only } from '../../read/only.ts';
import {
  anySign,
  type CharSet,
  digits,
  hexDigits,
  inverted,
  joined,
  letters,
  lineEnds,
  spaces,
  withBothCases,
  wordSigns,
} from './char-set.ts';

/**
 * A regular expression as a tree. Assertions match nothing: `guard` tests what comes before, `end` is the end of the
 * text, and others are `empty`.
 */
export type PatternNode =
  | { kind: 'set'; set: CharSet }
  | { kind: 'sequence'; parts: readonly PatternNode[] }
  | { kind: 'choice'; branches: readonly PatternNode[] }
  | { kind: 'repeat'; body: PatternNode; least: number; most: number }
  | { kind: 'end' }
  | { kind: 'guard' }
  | { kind: 'empty' };

const MAX_DEPTH = 40;
const empty: PatternNode = { kind: 'empty' };
const guard: PatternNode = { kind: 'guard' };
/** The end of a word at the end of a pattern. */
const border: PatternNode = {
  kind: 'choice',
  branches: [{ kind: 'end' }, { kind: 'set', set: inverted(wordSigns) }],
};

interface Reader {
  text: string;
  at: number;
  depth: number;
  ignoresCase: boolean;
  dotMatchesAll: boolean;
  isExtended: boolean;
}

/**
 * Null if it is not valid, or has syntax that this parser does not support: atomic groups, conditions, nested
 * classes.
 */
export function parsePattern(source: string, flags: string): PatternNode | null {
  const reader: Reader = {
    text: source,
    at: 0,
    depth: 0,
    ignoresCase: flags.includes('i'),
    dotMatchesAll: flags.includes('s'),
    isExtended: flags.includes('x'),
  };
  const node = readChoice(reader);
  return node !== null && reader.at === source.length ? node : null;
}

function readChoice(r: Reader): PatternNode | null {
  if (++r.depth > MAX_DEPTH) return null;
  const branches: PatternNode[] = [];
  do {
    if (branches.length > 0) r.at++;
    const branch = readSequence(r);
    if (branch === null) return null;
    branches.push(branch);
  } while (r.text.charAt(r.at) === '|');
  r.depth--;
  return only(branches) ?? { kind: 'choice', branches };
}

function readSequence(r: Reader): PatternNode | null {
  const parts: PatternNode[] = [];
  while (r.at < r.text.length) {
    const char = r.text.charAt(r.at);
    if (char === '|' || char === ')') break;
    if (r.isExtended && skipsBlank(r)) continue;
    const atom = readAtom(r);
    if (atom === null) return null;
    const repeated = readQuantifier(r, atom);
    if (repeated === null) return null;
    if (repeated.kind !== 'empty') parts.push(repeated);
  }
  return only(parts) ?? { kind: 'sequence', parts };
}

function skipsBlank(r: Reader): boolean {
  const blank = /^(?:\s|#[^\n]*)/.exec(r.text.slice(r.at, r.at + 400));
  if (blank === null) return false;
  r.at += blank[0].length;
  return true;
}

function readQuantifier(r: Reader, body: PatternNode): PatternNode | null {
  const found = /^(?:[*+?]|\{(\d{0,6})(,?)(\d{0,6})\})/.exec(r.text.slice(r.at, r.at + 20));
  if (found === null || found[0] === '{}' || found[0] === '{,}') return body;
  r.at += found[0].length;
  // A possessive quantifier does not backtrack.
  if (r.text.charAt(r.at) === '+') return null;
  if (r.text.charAt(r.at) === '?') r.at++;
  if (/^[*+?]/.test(r.text.slice(r.at, r.at + 1))) return null;
  if (body.kind === 'empty' || body.kind === 'end' || body.kind === 'guard') return body;
  const [sign] = found[0];
  if (sign !== '{')
    return {
      kind: 'repeat',
      body,
      least: sign === '+' ? 1 : 0,
      most: sign === '?' ? 1 : Number.POSITIVE_INFINITY,
    };
  const least = Number(found[1] || 0);
  const most = found[2] === '' ? least : found[3] === '' ? Number.POSITIVE_INFINITY : Number(found[3]);
  return { kind: 'repeat', body, least, most };
}

function readAtom(r: Reader): PatternNode | null {
  const char = r.text.charAt(r.at);
  if (char === '(') return readGroup(r);
  if (char === '[') return readClass(r);
  if (char === '\\') return readEscape(r);
  r.at++;
  if (char === '.') return { kind: 'set', set: r.dotMatchesAll ? anySign : inverted(lineEnds) };
  if (char === '^') return guard;
  if (char === '$') return { kind: 'end' };
  return /[*+?]/.test(char) ? null : signs(r, one(char.charCodeAt(0)));
}

function readGroup(r: Reader): PatternNode | null {
  const [head = ''] =
    /^\((?:\?(?::|P?<\w+>|'\w+'|[=!]|<[=!]|#[^)]*|[a-z]*(?:-[a-z]+)?[:)]|P=\w+))?/.exec(
      r.text.slice(r.at, r.at + 200),
    ) ?? [];
  if (head === '(' && r.text.charAt(r.at + 1) === '?') return null;
  r.at += head.length;
  const before = { ignoresCase: r.ignoresCase, dotMatchesAll: r.dotMatchesAll, isExtended: r.isExtended };
  const inline = /^\(\?([a-z]+)[:)]$/.exec(head)?.[1];
  if (inline !== undefined) {
    r.ignoresCase ||= inline.includes('i');
    r.dotMatchesAll ||= inline.includes('s');
    r.isExtended ||= inline.includes('x');
    if (head.endsWith(')')) return empty;
  }
  const isNoted = head.startsWith('(?#') || head.startsWith('(?P=');
  const inner = isNoted ? empty : readChoice(r);
  if (inner === null || r.text.charAt(r.at) !== ')') return null;
  r.at++;
  Object.assign(r, before);
  // A lookahead at the very end may as well be matched.
  if (head === '(?=' && r.at === r.text.length) return inner;
  if (/<[=!]$/.test(head)) return guard;
  return /[=!]$/.test(head) ? empty : inner;
}

function readClass(r: Reader): PatternNode | null {
  r.at++;
  const isInverted = r.text.charAt(r.at) === '^';
  if (isInverted) r.at++;
  const sets: CharSet[] = [];
  for (let isFirst = true; ; isFirst = false) {
    const char = r.text.charAt(r.at);
    if (char === '') return null;
    if (char === ']' && !isFirst) break;
    const named = /^\[:(\^?)(\w+):\]/.exec(r.text.slice(r.at, r.at + 14));
    if (named !== null) {
      const set = named[2] === 'digit' ? digits : named[2] === 'space' ? spaces : letters;
      sets.push(named[1] === '' ? set : inverted(set));
      r.at += named[0].length;
      continue;
    }
    if (r.text.startsWith('&&', r.at)) return null;
    const from = readMember(r);
    if (from === null) return null;
    if (r.text.charAt(r.at) !== '-' || /^-(?:\]|$)/.test(r.text.slice(r.at, r.at + 2))) {
      sets.push(from);
      continue;
    }
    r.at++;
    const to = readMember(r);
    if (to === null) return null;
    const [first, last] = [from[0]?.[0] ?? 0, to.at(-1)?.[1] ?? 0];
    sets.push(from.length === 1 && first <= last ? [[first, last]] : joined([from, to, one(45)]));
  }
  r.at++;
  const all = joined(sets);
  const set = r.ignoresCase ? withBothCases(all) : all;
  return { kind: 'set', set: isInverted ? inverted(set) : set };
}

function readMember(r: Reader): CharSet | null {
  if (r.text.charAt(r.at) !== '\\') return one(r.text.charCodeAt(r.at++));
  if (r.text.charAt(r.at + 1) === 'b') {
    r.at += 2;
    return one(8);
  }
  const node = readEscape(r);
  if (node === null) return null;
  return node.kind === 'set' ? node.set : [];
}

const classes: Readonly<Record<string, CharSet>> = {
  d: digits,
  D: inverted(digits),
  w: wordSigns,
  W: inverted(wordSigns),
  s: spaces,
  S: inverted(spaces),
  h: hexDigits,
  H: inverted(hexDigits),
  R: lineEnds,
  X: anySign,
};
const units: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, e: 27, a: 7 };

function readEscape(r: Reader): PatternNode | null {
  const char = r.text.charAt(r.at + 1);
  const rest = r.text.slice(r.at, r.at + 40);
  const coded = /^\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|[xu]\{([\da-fA-F]{1,6})\}|0([0-7]{1,2}))/.exec(rest);
  if (coded !== null) {
    r.at += coded[0].length;
    const value = Number.parseInt(
      coded[4] ?? coded[1] ?? coded[2] ?? coded[3] ?? '',
      coded[4] === undefined ? 16 : 8,
    );
    return signs(r, one(Math.min(value, 0xffff)));
  }
  const property = /^\\([pP])(?:\{\^?[\w= ]+\}|[A-Z])/.exec(rest);
  if (property !== null) {
    r.at += property[0].length;
    return { kind: 'set', set: property[1] === 'p' ? letters : inverted(letters) };
  }
  const reference = /^\\(?:[1-9]\d?|[kg](?:<[^>]+>|\{[^}]+\}|'[^']+'))/.exec(rest);
  if (reference !== null) {
    r.at += reference[0].length;
    return empty;
  }
  r.at += 2;
  if (char === '') return null;
  if (char === 'b' && r.at === r.text.length) return border;
  if (/[bBAG]/.test(char)) return guard;
  if (/[zZ]/.test(char)) return { kind: 'end' };
  const set = classes[char];
  if (set !== undefined) return { kind: 'set', set };
  return signs(r, one(units[char] ?? (char === '0' ? 0 : char.charCodeAt(0))));
}

const one = (unit: number): CharSet => [[unit, unit]];

function signs(r: Reader, set: CharSet): PatternNode {
  return { kind: 'set', set: r.ignoresCase ? withBothCases(set) : set };
}
