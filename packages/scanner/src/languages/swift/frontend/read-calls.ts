import type { Expr } from '../../../ir/ir.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { NUMBER, WORD } from '../../frontend/tokens.ts';
import { boundText } from './bound-texts.ts';
import { readClosure } from './read-closures.ts';

/** Arguments in brackets, with their labels. */
export function readArguments(r: CodeReader, open: string): Expr[] {
  const args: Expr[] = [];
  const closing = open === '[' ? ']' : ')';
  r.expect(open);
  while (!r.isAtEnd && !r.is(closing)) {
    const { start } = r;
    const isLabelled = r.kind === WORD && r.textAfter(1) === ':' && r.isSign(1);
    const label = isLabelled ? r.word() : '';
    if (isLabelled) r.at++;
    // `(_:with:)` names a method.
    if (isLabelled && (r.is(')') || (r.kind === WORD && r.textAfter(1) === ':' && r.isSign(1)))) {
      while (!r.isAtEnd && !r.is(closing)) r.at++;
      break;
    }
    // An operator may be passed as a function.
    const isOperator =
      r.isSign() &&
      !/^[([{]$/.test(r.text) &&
      (r.textAfter(1) === closing || r.textAfter(1) === ',') &&
      r.isSign(1);
    if (isOperator) r.at++;
    const e: Expr = isOperator ? { k: 'none', ...r.place(start) } : r.parts.expr(r);
    args.push(label === '' || label === '_' ? e : { k: 'named', name: label, e, ...r.place(start) });
    if (!r.pass(',')) break;
  }
  r.expect(closing);
  return args;
}

/** Members, calls, subscripts and closures after a value. */
export function readSuffixes(r: CodeReader, first: Expr, start: number): Expr {
  let e = first;
  for (;;) {
    if (!r.isSign()) return e;
    if (r.is('.')) {
      // `.5` is not possible here; a member name or a tuple index is.
      const kind = r.kindAfter(1);
      if (kind !== WORD && kind !== NUMBER) return e;
      r.at++;
      e = readMember(r, e, start);
      continue;
    }
    if (r.is('{')) {
      if (!takesClosure(r, e)) return e;
      e = readTrailing(r, e, [], start);
      continue;
    }
    if (r.beginsLine()) return e;
    if (r.is('(')) {
      const args = r.inBrackets(() => readArguments(r, '('));
      e = takesClosure(r, null) ? readTrailing(r, e, args, start) : call(r, e, args, start);
    } else if (r.is('[')) {
      const args = r.inBrackets(() => readArguments(r, '['));
      e = { k: 'at', o: e, i: args[0]?.k === 'named' ? args[0].e : (args[0] ?? null), ...r.place(start) };
    } else if (!r.isSeparated() && (r.is('?') || r.is('!'))) r.at++;
    else return e;
  }
}

function readMember(r: CodeReader, o: Expr, start: number): Expr {
  if (r.kind === NUMBER) {
    const path = r.text.split('.');
    r.at++;
    return path.reduce<Expr>(
      (e, index) => ({
        k: 'at',
        o: e,
        i: { k: 'lit', v: Number(index), ...r.place(start) },
        ...r.place(start),
      }),
      o,
    );
  }
  const from = r.start;
  const name = r.word();
  if (name === 'self') return o;
  if (r.is('<') && !r.isSeparated()) r.attempt(() => skipTypes(r));
  // A method with its parameter labels: `handle(_:with:)`.
  return { k: 'get', o, name: name === 'init' ? '<init>' : name, pos: from, end: r.lastEnd };
}

/** `decode<User>(…)` */
function skipTypes(r: CodeReader): true | null {
  let steps = 0;
  let depth = 0;
  do {
    const text = r.textAfter(steps++);
    if (text === '<') depth++;
    else if (text === '>') depth--;
    else if (!/^[\w.,:?[\]]+$/.test(text)) return null;
  } while (depth > 0 && steps < 40);
  if (depth > 0 || r.textAfter(steps) !== '(') return null;
  r.at += steps;
  return true;
}

/** `URL(fileURLWithPath: …)` is not the address of a server. */
function fileAddress(f: Expr, [first]: readonly Expr[]): Expr {
  const isFile =
    f.k === 'var' &&
    /^(?:NS)?URL$/.test(f.name) &&
    first?.k === 'named' &&
    /^(?:fileURLWithPath|filePath)$/.test(first.name);
  return isFile ? { ...f, name: 'FileURL' } : f;
}

function call(r: CodeReader, f: Expr, args: Expr[], start: number): Expr {
  // `Foo.init(…)` creates a `Foo`.
  const isMade = f.k === 'get' && f.name === '<init>';
  if (isMade && f.o.k === 'super') return { k: 'call', f: f.o, args, ...r.place(start) };
  const callee = fileAddress(isMade && f.o.k === 'var' && /^[A-Z]/.test(f.o.name) ? f.o : f, args);
  const name = callee.k === 'get' || callee.k === 'var' ? callee.name : '';
  return { k: 'call', f: callee, args: args.map((arg) => boundText(r, name, arg)), ...r.place(start) };
}

const accessorWords = new Set(['get', 'set', 'willSet', 'didSet', '_read', '_modify']);

/** Whether the brace here begins a closure argument. */
function takesClosure(r: CodeReader, e: Expr | null): boolean {
  if (r.noClosures || !r.is('{') || r.beginsLine()) return false;
  if (e !== null && e.k !== 'var' && e.k !== 'get' && e.k !== 'call') return false;
  // `var a = f() { didSet { … } }`
  return !(accessorWords.has(r.textAfter(1)) && r.textAfter(2) === '{');
}

/** `f(a) { … } onFailure: { … }` */
function readTrailing(r: CodeReader, f: Expr, args: Expr[], start: number): Expr {
  const all = [...args, readClosure(r)];
  while (
    r.kind === WORD &&
    r.textAfter(1) === ':' &&
    r.textAfter(2) === '{' &&
    r.isSign(2) &&
    !r.noClosures
  ) {
    const from = r.start;
    const name = r.word();
    r.at++;
    all.push({ k: 'named', name, e: readClosure(r), ...r.place(from) });
  }
  return call(r, f, all, start);
}
