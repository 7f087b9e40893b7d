import type { Expr } from '../../../ir/ir.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { SIGN, WORD } from '../../frontend/tokens.ts';
import { readOperand } from './read-operands.ts';
import { readCascades } from './read-suffixes.ts';
import { readType } from './read-types.ts';

const ASSIGN = 1;
const CHOICE = 2;
const COALESCE = 3;
const RELATION = 7;

const strengths: ReadonlyMap<string, number> = new Map(
  [
    ['= += -= *= /= %= ~/= ??= &= |= ^= <<=', ASSIGN],
    ['?', CHOICE],
    ['??', COALESCE],
    ['||', 4],
    ['&&', 5],
    ['== !=', 6],
    ['< > <= >= is as', RELATION],
    ['|', 8],
    ['^', 9],
    ['&', 10],
    ['<<', 11],
    ['+ -', 12],
    ['* / % ~/', 13],
  ].flatMap(([signs, strength]) =>
    String(signs)
      .split(' ')
      .map((one) => [one, Number(strength)] as const),
  ),
);

/** The precedence of a binary operator here; 0 if there is none. */
function strengthHere(r: CodeReader): number {
  if (r.kind !== SIGN && r.kind !== WORD) return 0;
  return strengths.get(r.text) ?? 0;
}

/** An expression, with assignments and cascades. */
export function readExpr(r: CodeReader): Expr {
  return r.nested(() => {
    const { start } = r;
    if (r.is('throw')) {
      r.at++;
      const e = readExpr(r);
      return { k: 'do', body: [{ k: 'throw', e, ...r.place(start) }], ...r.place(start) };
    }
    return readCascades(r, readBinary(r, ASSIGN), start);
  });
}

function readBinary(r: CodeReader, least: number): Expr {
  const { start } = r;
  let left = readOperand(r);
  for (;;) {
    const strength = strengthHere(r);
    if (strength === 0 || strength < least) return left;
    const before = left;
    left = r.nested(() => readAfter(r, before, strength, start));
  }
}

function readAfter(r: CodeReader, left: Expr, strength: number, start: number): Expr {
  let op = r.text;
  r.at++;
  if (op === 'is' || op === 'as') return readCast(r, left, op, start);
  if (strength === CHOICE) {
    const a = readExpr(r);
    r.expect(':');
    return { k: 'cond', c: left, a, b: readExpr(r), ...r.place(start) };
  }
  if (strength === ASSIGN) {
    const v = readExpr(r);
    return { k: 'set', t: left, v, op: op === '=' ? null : op.slice(0, -1), ...r.place(start) };
  }
  // `>>` and `>=` may close type arguments, so they are read character by character.
  while (op.startsWith('>') && op.length < 3 && r.is('>') && !r.isSeparated()) {
    op += '>';
    r.at++;
  }
  const right = readBinary(
    r,
    op.length > 1 && op.startsWith('>>') ? 12 : strength + (strength === COALESCE ? 0 : 1),
  );
  return { k: 'bin', op, l: left, r: right, ...r.place(start) };
}

function readCast(r: CodeReader, left: Expr, op: string, start: number): Expr {
  const isNegated = r.pass('!');
  const type = readType(r);
  if (op === 'as') return type === null ? left : { k: 'cast', type, e: left, ...r.place(start) };
  const test: Expr = { k: 'un', op: 'instanceof', e: left, ...r.place(start) };
  return isNegated ? { k: 'un', op: '!', e: test, ...r.place(start) } : test;
}
