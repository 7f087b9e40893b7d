import type { Expr } from '../../../ir/ir.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { SIGN, WORD } from '../../frontend/tokens.ts';
import { readOperand } from './read-operands.ts';
import { readType } from './read-types.ts';

const ASSIGN = 1;
const CHOICE = 2;
const COALESCE = 7;
const CAST = 8;

const strengths: Readonly<Record<string, number>> = {
  '=': ASSIGN,
  '+=': ASSIGN,
  '-=': ASSIGN,
  '*=': ASSIGN,
  '/=': ASSIGN,
  '%=': ASSIGN,
  '<<=': ASSIGN,
  '|=': ASSIGN,
  '&=': ASSIGN,
  '^=': ASSIGN,
  '&+=': ASSIGN,
  '&-=': ASSIGN,
  '&*=': ASSIGN,
  '?': CHOICE,
  '||': 4,
  '&&': 5,
  '==': 6,
  '!=': 6,
  '===': 6,
  '!==': 6,
  '<': 6,
  '>': 6,
  '<=': 6,
  '>=': 6,
  '~=': 6,
  '??': COALESCE,
  is: CAST,
  as: CAST,
  '...': 9,
  '..<': 9,
  '+': 10,
  '-': 10,
  '|': 10,
  '^': 10,
  '&+': 10,
  '&-': 10,
  '<-': 10,
  '|>': 10,
  '*': 11,
  '/': 11,
  '%': 11,
  '&': 11,
  '&*': 11,
  '<<': 12,
  '&<<': 12,
  '&>>': 12,
};

/** The precedence of a binary operator here; 0 if there is none. */
function strengthHere(r: CodeReader): number {
  const { kind, text } = r;
  if (kind !== SIGN && kind !== WORD) return 0;
  if (!Object.hasOwn(strengths, text)) return 0;
  if (kind === WORD) return CAST;
  const before = r.isSeparated();
  // `>>` is two tokens, because one of them may close type arguments.
  const width = text === '>' && r.textAfter(1) === '>' && !r.isSeparated(1) ? 2 : 1;
  // On a new line, an operator directly before its operand begins another statement.
  if (before && !r.isSeparated(width) && text !== '?') return 0;
  return text === '?' && !before ? 0 : (strengths[text] ?? 0);
}

/** An expression, including assignments. */
export function readExpr(r: CodeReader): Expr {
  return r.nested(() => readBinary(r, ASSIGN));
}

function readBinary(r: CodeReader, least: number): Expr {
  const { start } = r;
  let left = readOperand(r);
  for (;;) {
    const strength = strengthHere(r);
    if (strength === 0 || strength < least) return left;
    left = r.nested(() => readAfter(r, left, strength, start));
  }
}

function readAfter(r: CodeReader, left: Expr, strength: number, start: number): Expr {
  const op = r.text;
  r.at++;
  if (strength === CAST) return readCast(r, left, op, start);
  if (strength === CHOICE) {
    const a = readBinary(r, CHOICE);
    r.expect(':');
    return { k: 'cond', c: left, a, b: readBinary(r, CHOICE), ...r.place(start) };
  }
  if (strength === ASSIGN) {
    const v = readBinary(r, ASSIGN);
    return { k: 'set', t: left, v, op: op === '=' ? null : op.slice(0, -1), ...r.place(start) };
  }
  let sign = op;
  if (op === '>' && r.is('>') && !r.isSeparated()) {
    r.at++;
    sign = '>>';
  }
  // `5...` has no end.
  if ((op === '...' || op === '..<') && r.isSign() && /^[)\],:{]$/.test(r.text)) return left;
  const right = readBinary(r, strength === COALESCE ? COALESCE : strength + 1);
  return { k: 'bin', op: sign, l: left, r: right, ...r.place(start) };
}

function readCast(r: CodeReader, left: Expr, op: string, start: number): Expr {
  if (op === 'as' && !r.isSeparated() && (r.is('?') || r.is('!'))) r.at++;
  const type = readType(r);
  if (op === 'is') return { k: 'un', op: 'instanceof', e: left, ...r.place(start) };
  return type === null ? left : { k: 'cast', type, e: left, ...r.place(start) };
}
