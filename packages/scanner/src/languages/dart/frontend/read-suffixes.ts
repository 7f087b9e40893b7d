import type { Expr } from '../../../ir/ir.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { WORD } from '../../frontend/tokens.ts';

/** Arguments in brackets, including named ones. */
export function readArguments(r: CodeReader, open: string): Expr[] {
  const args: Expr[] = [];
  const closing = open === '[' ? ']' : ')';
  r.expect(open);
  while (!r.isAtEnd && !r.is(closing)) {
    const { start } = r;
    if (r.kind === WORD && r.textAfter(1) === ':' && r.isSign(1)) {
      const name = r.word();
      r.at++;
      args.push({ k: 'named', name, e: r.parts.expr(r), ...r.place(start) });
    } else args.push(r.parts.expr(r));
    if (!r.pass(',')) break;
  }
  r.expect(closing);
  return args;
}

/** Members, calls and subscripts after a value. */
export function readSuffixes(r: CodeReader, first: Expr, start: number): Expr {
  let e = first;
  for (;;) {
    if (!r.isSign()) return e;
    const next = readSuffix(r, e, start);
    if (next === null) return e;
    e = next;
  }
}

function readSuffix(r: CodeReader, e: Expr, start: number): Expr | null {
  switch (r.text) {
    case '.':
    case '?.':
      return r.kindAfter(1) === WORD ? readMember(r, e) : null;
    case '(':
      return readCall(r, e, start);
    case '[':
      return readElement(r, e, start);
    case '?':
      // `a?[0]`
      if (r.isSeparated() || r.textAfter(1) !== '[' || r.isSeparated(1)) return null;
      r.at++;
      return readElement(r, e, start);
    case '!':
    case '++':
    case '--':
      if (r.isSeparated() && r.text === '!') return null;
      r.at++;
      return e;
    case '<':
      return readTyped(r, e, start);
    default:
      return null;
  }
}

function readMember(r: CodeReader, o: Expr): Expr {
  r.at++;
  const from = r.start;
  const name = r.word();
  return { k: 'get', o, name: name === 'new' ? '<init>' : name, pos: from, end: r.lastEnd };
}

function readElement(r: CodeReader, o: Expr, start: number): Expr {
  const [first] = r.inBrackets(() => readArguments(r, '['));
  return { k: 'at', o, i: first ?? null, ...r.place(start) };
}

function readCall(r: CodeReader, f: Expr, start: number): Expr {
  const args = r.inBrackets(() => readArguments(r, '('));
  const callee = f.k === 'get' && f.name === '<init>' && f.o.k === 'var' ? f.o : f;
  if (f.k === 'get' && f.o.k === 'super' && f.name === '<init>')
    return { k: 'call', f: f.o, args, ...r.place(start) };
  return { k: 'call', f: callee, args, ...r.place(start) };
}

/** `f<String>(x)`, distinguished from a comparison by the parenthesis. */
function readTyped(r: CodeReader, e: Expr, start: number): Expr | null {
  if (r.isSeparated() || (e.k !== 'var' && e.k !== 'get')) return null;
  const end = r.behindAngles();
  const isType = /^_?[A-Z]/.test(e.name) && /^[),;\]}]$/.test(r.textAt(end));
  if (end < 0 || !(isType || r.isSignAt(end, '(') || r.isSignAt(end, '.'))) return null;
  r.at = end;
  return r.is('(') ? readCall(r, e, start) : e;
}

/** `a..b = c..d()`: each part applies to the first value, which is also the result. */
export function readCascades(r: CodeReader, first: Expr, start: number): Expr {
  if (!r.is('..') && !r.is('?..')) return first;
  const isSet = first.k === 'set' && first.op === null;
  const o = isSet ? first.t : first;
  const items: Expr[] = isSet ? [first] : [];
  const holder: Expr = isSet || o.k === 'var' || o.k === 'get' || o.k === 'this' ? o : kept(r, o, items);
  while (r.pass('..') || r.pass('?..')) {
    const from = r.start;
    let e: Expr = r.is('[')
      ? readElement(r, holder, from)
      : { k: 'get', o: holder, name: r.word(), ...r.place(from) };
    e = readSuffixes(r, e, from);
    if (r.isSign() && /^(?:[-+*/%&|^]|\?\?|~\/)?=$/.test(r.text)) {
      const op = r.text;
      r.at++;
      e = { k: 'set', t: e, v: r.parts.expr(r), op: op === '=' ? null : op.slice(0, -1), ...r.place(from) };
    }
    items.push(e);
  }
  items.push(holder);
  return { k: 'seq', items, ...r.place(start) };
}

/** Stores a new object in a variable of its own. */
function kept(r: CodeReader, o: Expr, items: Expr[]): Expr {
  const name = `<made at ${o.pos}>`;
  r.context.fn.locals.add(name);
  const t: Expr = { k: 'var', name, pos: o.pos, end: o.end };
  items.push({ k: 'set', t, v: o, op: null, pos: o.pos, end: o.end });
  return t;
}
