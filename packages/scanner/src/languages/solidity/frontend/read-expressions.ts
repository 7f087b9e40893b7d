import { NUMBER, TEXT, WORD } from '../../frontend/tokens.ts';
import { type Cursor, unreadable } from './cursor.ts';
import { isElementary, readType } from './read-types.ts';
import type { CallOption, Expr } from './syntax.ts';

/** Each link is nested in the previous one, so visitors recurse this deep. */
const MAX_CHAIN_LENGTH = 400;

const assignments = new Set(['=', '+=', '-=', '*=', '/=', '%=', '|=', '&=', '^=', '<<=', '>>=', '>>>=']);

const levels: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '>': 4,
  '<=': 4,
  '>=': 4,
  '|': 5,
  '^': 6,
  '&': 7,
  '<<': 8,
  '>>': 8,
  '>>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '%': 10,
  '**': 11,
};

export function readExpr(cursor: Cursor): Expr {
  return cursor.nested(() => {
    const { start } = cursor;
    const left = readTernary(cursor);
    if (!assignments.has(cursor.text) || cursor.kind === TEXT) return left;
    const op = cursor.text;
    cursor.at++;
    const right = readExpr(cursor);
    return { kind: 'assign', op, left, right, ...cursor.spanFrom(start) };
  });
}

function readTernary(cursor: Cursor): Expr {
  const { start } = cursor;
  const test = readBinary(cursor, 1);
  if (!cursor.pass('?')) return test;
  const yes = readExpr(cursor);
  cursor.expect(':');
  const no = readExpr(cursor);
  return { kind: 'ternary', test, yes, no, ...cursor.spanFrom(start) };
}

function readBinary(cursor: Cursor, least: number): Expr {
  const { start } = cursor;
  let left = readUnary(cursor);
  for (let links = 0; ; links++) {
    if (links > MAX_CHAIN_LENGTH) throw unreadable;
    const op = cursor.text;
    const level = cursor.kind === TEXT ? undefined : levels[op];
    if (level === undefined || level < least) return left;
    cursor.at++;
    const right = cursor.nested(() => readBinary(cursor, op === '**' ? level : level + 1));
    left = { kind: 'binary', op, left, right, ...cursor.spanFrom(start) };
  }
}

const prefixes = new Set(['!', '-', '~', '+', '++', '--', 'delete', 'after']);

function readUnary(cursor: Cursor): Expr {
  const { start } = cursor;
  const op = cursor.text;
  // `after` was once a keyword. It is a name if no operand can follow.
  if (cursor.kind !== TEXT && prefixes.has(op) && op !== 'after') {
    cursor.at++;
    const argument = cursor.nested(() => readUnary(cursor));
    return { kind: 'unary', op, argument, isPrefix: true, ...cursor.spanFrom(start) };
  }
  const operand = readPostfix(cursor, readPrimary(cursor), start);
  if (!cursor.is('++') && !cursor.is('--')) return operand;
  const sign = cursor.text;
  cursor.at++;
  return { kind: 'unary', op: sign, argument: operand, isPrefix: false, ...cursor.spanFrom(start) };
}

function readPostfix(cursor: Cursor, first: Expr, start: number): Expr {
  let expr = first;
  for (let links = 0; ; links++) {
    if (links > MAX_CHAIN_LENGTH) throw unreadable;
    if (cursor.is('.') && cursor.kindAfter(1) === WORD) {
      cursor.at++;
      const name = cursor.word();
      expr = { kind: 'member', object: expr, name, ...cursor.spanFrom(start) };
    } else if (cursor.is('[')) expr = readIndex(cursor, expr, start);
    else if (cursor.is('(')) expr = readCall(cursor, expr, [], start);
    else if (cursor.is('{') && cursor.kindAfter(1) === WORD && cursor.textAfter(2) === ':') {
      const options = readNamed(cursor);
      if (cursor.is('(')) expr = readCall(cursor, expr, options, start);
      else throw unreadable;
    } else return expr;
  }
}

function readIndex(cursor: Cursor, base: Expr, start: number): Expr {
  cursor.at++;
  const index = cursor.is(']') || cursor.is(':') ? null : readExpr(cursor);
  if (cursor.pass(':')) {
    const to = cursor.is(']') ? null : readExpr(cursor);
    cursor.expect(']');
    return { kind: 'slice', base, from: index, to, ...cursor.spanFrom(start) };
  }
  cursor.expect(']');
  return { kind: 'index', base, index, ...cursor.spanFrom(start) };
}

function readNamed(cursor: Cursor): CallOption[] {
  const options: CallOption[] = [];
  cursor.expect('{');
  while (!cursor.is('}')) {
    const name = cursor.word();
    cursor.expect(':');
    options.push({ name, value: readExpr(cursor) });
    if (!cursor.pass(',')) break;
  }
  cursor.expect('}');
  return options;
}

export function readArguments(cursor: Cursor): Expr[] {
  const args: Expr[] = [];
  cursor.expect('(');
  if (cursor.is('{')) args.push(...readNamed(cursor).map(({ value }) => value));
  while (!cursor.is(')')) {
    args.push(readExpr(cursor));
    if (!cursor.pass(',')) break;
  }
  cursor.expect(')');
  return args;
}

/** `f.value(1).gas(2)(x)`: call options as in 0.4 to 0.6, if their result is called. */
function readCall(cursor: Cursor, callee: Expr, given: CallOption[], start: number): Expr {
  const args = readArguments(cursor);
  const options = [...given];
  let target = callee;
  while (target.kind === 'call' && target.callee.kind === 'member' && target.options.length === 0) {
    const { name, object } = target.callee;
    const [value] = target.args;
    if ((name !== 'value' && name !== 'gas') || value === undefined || target.args.length > 1) break;
    options.push({ name, value });
    target = object;
  }
  return { kind: 'call', callee: target, args, options, ...cursor.spanFrom(start) };
}

function readPrimary(cursor: Cursor): Expr {
  const { start, text, kind } = cursor;
  if (kind === NUMBER || kind === TEXT) return readLiteral(cursor);
  if (kind === WORD) return readWord(cursor);
  if (text === '(') {
    const items = readItems(cursor, '(', ')');
    if (items.length === 1 && items[0]) return { ...items[0], ...cursor.spanFrom(start) };
    return { kind: 'tuple', items, ...cursor.spanFrom(start) };
  }
  if (text === '[') {
    const items = readItems(cursor, '[', ']').filter((item) => item !== null);
    return { kind: 'array', items, ...cursor.spanFrom(start) };
  }
  throw unreadable;
}

function readItems(cursor: Cursor, open: string, close: string): (Expr | null)[] {
  const items: (Expr | null)[] = [];
  cursor.expect(open);
  if (cursor.pass(close)) return items;
  for (;;) {
    items.push(cursor.is(',') || cursor.is(close) ? null : readExpr(cursor));
    if (!cursor.pass(',')) break;
  }
  cursor.expect(close);
  return items;
}

const units = new Set('wei szabo finney gwei ether seconds minutes hours days weeks years'.split(' '));

function readLiteral(cursor: Cursor): Expr {
  const { start, kind } = cursor;
  let text = cursor.text;
  cursor.at++;
  if (kind === TEXT) {
    while (cursor.kind === TEXT) {
      text += cursor.text;
      cursor.at++;
    }
    return { kind: 'literal', type: 'string', text, unit: null, ...cursor.spanFrom(start) };
  }
  const unit = cursor.kind === WORD && units.has(cursor.text) ? cursor.word() : null;
  return { kind: 'literal', type: 'number', text, unit, ...cursor.spanFrom(start) };
}

function readWord(cursor: Cursor): Expr {
  const { start, text } = cursor;
  if (text === 'true' || text === 'false') {
    cursor.at++;
    return { kind: 'literal', type: 'bool', text, unit: null, ...cursor.spanFrom(start) };
  }
  if ((text === 'hex' || text === 'unicode') && cursor.kindAfter(1) === TEXT) {
    cursor.at++;
    return { ...readLiteral(cursor), start };
  }
  if (text === 'new') {
    cursor.at++;
    const type = readType(cursor);
    return { kind: 'new', type, ...cursor.spanFrom(start) };
  }
  if (isElementary(text) || text === 'mapping' || (text === 'function' && cursor.textAfter(1) === '(')) {
    // A type on its own, for a conversion or as an argument of `abi.decode`. `uint[]` is a type too.
    const type = readType(cursor);
    return { kind: 'type', type, ...cursor.spanFrom(start) };
  }
  if (text === 'payable' && cursor.textAfter(1) === '(') {
    cursor.at++;
    return { kind: 'type', type: { kind: 'elementary', name: 'address' }, ...cursor.spanFrom(start) };
  }
  cursor.at++;
  return { kind: 'name', name: text, ...cursor.spanFrom(start) };
}
