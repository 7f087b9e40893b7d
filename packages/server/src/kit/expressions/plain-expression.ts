/** The value for an input, or NOT_PLAIN where only full JSONata can decide. */
export type PlainExpression = (input: object) => unknown;

/** Not decidable here: a list or object where a single value is expected, or a long text. */
export const NOT_PLAIN = Symbol('not plain');

const MAX_LENGTH = 1_000;
/** Length limit of texts that are compared or joined. */
const MAX_TEXT = 10_000;
/** Keywords, which cannot be names. */
const WORDS = new Set(['and', 'or', 'in', 'true', 'false', 'null']);
const TOKEN =
  /[ \t\n\r\v]*(?:(?<name>[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)|(?<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[Ee][-+]?[0-9]+)?)|"(?<double>[^"\\]*)"|'(?<single>[^'\\]*)'|(?<sign>!=|<=|>=|[=<>&]))/y;

type Token = { literal: unknown } | { path: string[] } | { sign: string };

/**
 * Compiles the subset of JSONata that most expressions use: literals, object paths, `&`, comparisons, `and`
 * and `or`, all on single values. Results equal JSONata's, and the cost is bounded by the expression's
 * length: one property lookup per name, one comparison of short texts per operator. Undefined for anything
 * else.
 */
export function parsePlainExpression(text: string): PlainExpression | undefined {
  const tokens = text.length > MAX_LENGTH ? undefined : readTokens(text);
  if (tokens === undefined || tokens.length === 0) return undefined;
  const reader = { tokens, at: 0 };
  const expression = readChain(reader, 'or', () => readChain(reader, 'and', () => readComparison(reader)));
  return reader.at === tokens.length ? expression : undefined;
}

interface Reader {
  tokens: readonly Token[];
  at: number;
}

function readTokens(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const found = TOKEN.exec(text)?.groups;
    if (found === undefined) return undefined;
    const { name, number, double, single, sign } = found;
    if (sign !== undefined) tokens.push({ sign });
    else if (name !== undefined) {
      const token = tokenOf(name);
      if (token === undefined) return undefined;
      tokens.push(token);
    } else {
      const literal = number === undefined ? (double ?? single) : Number.parseFloat(number);
      if (typeof literal === 'number' && !Number.isFinite(literal)) return undefined;
      tokens.push({ literal });
    }
  }
  return tokens;
}

function tokenOf(name: string): Token | undefined {
  if (name === 'and' || name === 'or') return { sign: name };
  if (name === 'null') return { literal: null };
  if (name === 'true' || name === 'false') return { literal: name === 'true' };
  const path = name.split('.');
  return path.some((part) => WORDS.has(part)) ? undefined : { path };
}

function takeSign(reader: Reader, signs: readonly string[]): string | undefined {
  const token = reader.tokens[reader.at];
  if (token === undefined || !('sign' in token) || !signs.includes(token.sign)) return undefined;
  reader.at++;
  return token.sign;
}

function readChain(
  reader: Reader,
  sign: 'and' | 'or',
  readNext: () => PlainExpression | undefined,
): PlainExpression | undefined {
  const first = readNext();
  if (first === undefined) return undefined;
  const parts = [first];
  while (takeSign(reader, [sign]) !== undefined) {
    const next = readNext();
    if (next === undefined) return undefined;
    parts.push(next);
  }
  if (parts.length === 1) return first;
  return (input) => {
    for (const part of parts) {
      const value = part(input);
      if (value === NOT_PLAIN) return NOT_PLAIN;
      if (Boolean(value) === (sign === 'or')) return sign === 'or';
    }
    return sign === 'and';
  };
}

const COMPARISONS = ['=', '!=', '<', '<=', '>', '>='];

function readComparison(reader: Reader): PlainExpression | undefined {
  const left = readJoin(reader);
  const sign = takeSign(reader, COMPARISONS);
  if (left === undefined || sign === undefined) return left;
  const right = readJoin(reader);
  if (right === undefined) return undefined;
  return (input) => {
    const one = left(input);
    const other = right(input);
    if (isLong(one) || isLong(other)) return NOT_PLAIN;
    return compare(one, sign, other);
  };
}

function compare(one: unknown, sign: string, other: unknown): unknown {
  const isUnknown = one === undefined || other === undefined;
  if (sign === '=') return !isUnknown && one === other;
  if (sign === '!=') return !isUnknown && one !== other;
  // Incomparable values are an error, which full JSONata words.
  if (isUnknown || typeof one !== typeof other) return NOT_PLAIN;
  if (typeof one !== 'string' && typeof one !== 'number') return NOT_PLAIN;
  const [a, b] = [one, other as typeof one];
  if (sign === '<') return a < b;
  if (sign === '<=') return a <= b;
  return sign === '>' ? a > b : a >= b;
}

function readJoin(reader: Reader): PlainExpression | undefined {
  const first = readOperand(reader);
  if (first === undefined) return undefined;
  const parts = [first];
  while (takeSign(reader, ['&']) !== undefined) {
    const next = readOperand(reader);
    if (next === undefined) return undefined;
    parts.push(next);
  }
  if (parts.length === 1) return first;
  return (input) => {
    let joined = '';
    for (const part of parts) {
      const value = part(input);
      if (isLong(value) || !isWord(value)) return NOT_PLAIN;
      joined += value ?? '';
    }
    return joined;
  };
}

/** Values that JavaScript prints as JSONata does. */
function isWord(value: unknown): value is string | number | undefined {
  return value === undefined || typeof value === 'string' || Number.isSafeInteger(value);
}

function isLong(value: unknown): boolean {
  return value === NOT_PLAIN || (typeof value === 'string' && value.length > MAX_TEXT);
}

function readOperand(reader: Reader): PlainExpression | undefined {
  const token = reader.tokens[reader.at];
  if (token === undefined || 'sign' in token) return undefined;
  reader.at++;
  if ('literal' in token) return () => token.literal;
  const { path } = token;
  return (input) => readPath(input, path);
}

function readPath(input: object, path: readonly string[]): unknown {
  let value: unknown = input;
  for (const name of path) {
    if (Array.isArray(value)) return NOT_PLAIN;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'object' && value !== null ? NOT_PLAIN : value;
}
