import type { Expr } from '../../../ir/ir.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { WORD } from '../../frontend/tokens.ts';
import { readType } from './read-types.ts';

/** The conditions and bindings before the body of an `if`, separated by commas. */
export function readConditions(r: CodeReader): Expr {
  return r.withClosures(false, () => {
    let all = readCondition(r);
    while (r.pass(',')) {
      const next = readCondition(r);
      all = { k: 'bin', op: '&&', l: all, r: next, pos: all.pos, end: next.end };
    }
    return all;
  });
}

function readCondition(r: CodeReader): Expr {
  const { start } = r;
  if (r.is('case')) {
    r.at++;
    const targets: Expr[] = [];
    readPattern(r, targets);
    if (r.pass(':')) readType(r);
    r.expect('=');
    const v = r.parts.expr(r);
    return { k: 'seq', items: [...bindAll(targets, v), { k: 'none', ...r.place(start) }], ...r.place(start) };
  }
  if (!/^(?:let|var|inout)$/.test(r.text) || r.kind !== WORD) return r.parts.expr(r);
  r.at++;
  return readBinding(r, start);
}

/** `let a = b`, `let a`, `let (a, b) = c` */
function readBinding(r: CodeReader, start: number): Expr {
  const from = r.start;
  const isSelf = r.is('self');
  const t = isSelf ? null : readNames(r);
  if (isSelf) r.at++;
  const type = r.pass(':') ? readType(r) : null;
  const isGiven = r.pass('=');
  const v: Expr = isGiven ? r.parts.expr(r) : sameName(t, r.place(from));
  if (t === null || (!isGiven && t.k === 'var')) {
    // `if let name` has the same value under the same name.
    return { k: 'seq', items: [v, { k: 'none', ...r.place(start) }], ...r.place(start) };
  }
  if (t.k === 'var') r.context.fn.locals.add(t.name);
  const target: Expr = type === null ? t : { k: 'cast', type, e: t, ...r.place(from) };
  return {
    k: 'seq',
    items: [
      { k: 'set', t: target, v, op: null, ...r.place(start) },
      { k: 'none', ...r.place(start) },
    ],
    ...r.place(start),
  };
}

function sameName(t: Expr | null, place: { pos: number; end: number }): Expr {
  return t?.k === 'var' ? { k: 'var', name: t.name, ...place } : { k: 'none', ...place };
}

/** Declares a name or a tuple of names. */
export function readNames(r: CodeReader): Expr {
  const { start } = r;
  if (!r.is('(')) {
    const name = r.word();
    if (name === '_') return { k: 'none', ...r.place(start) };
    return { k: 'var', name, ...r.place(start) };
  }
  r.at++;
  const items: Expr[] = [];
  r.nested(() => {
    while (!r.isAtEnd && !r.is(')')) {
      if (r.kind === WORD && r.textAfter(1) === ':') r.at += 2;
      if (r.is('let') || r.is('var')) r.at++;
      const item = readNames(r);
      if (item.k === 'var') r.context.fn.locals.add(item.name);
      items.push(item);
      if (!r.pass(',')) break;
    }
  });
  r.expect(')');
  return { k: 'list', items, ...r.place(start) };
}

/** A pattern binds parts of the matched value. */
export function bindAll(targets: readonly Expr[], v: Expr): Expr[] {
  return targets.map((t): Expr => ({ k: 'set', t, v, op: 'match', pos: v.pos, end: v.end }));
}

/** A pattern of a case. Adds its names to `targets`; returns the value to compare with, if there is one. */
export function readPattern(r: CodeReader, targets: Expr[], isBinding = false): Expr | null {
  return r.nested(() => {
    const { start } = r;
    if (r.is('let') || r.is('var')) {
      r.at++;
      readPattern(r, targets, true);
      return null;
    }
    if (r.is('is')) {
      r.at++;
      readType(r);
      return null;
    }
    if (r.is('(') && !isPlainValue(r)) {
      readParts(r, targets, isBinding);
      return null;
    }
    if (isBinding && r.kind === WORD && r.textAfter(1) !== '.' && r.textAfter(1) !== '(')
      return bindName(r, targets);
    // `.some(let x)`, `Kind.name(let x)`, `.name`
    const { at } = r;
    let name = '';
    while (r.pass('.') || r.kind === WORD) {
      if (r.kind !== WORD) continue;
      name = r.word();
      if (!r.is('.')) break;
    }
    if (name !== '' && r.is('(') && !r.isSeparated()) {
      readParts(r, targets, isBinding);
      r.pass('?');
      return null;
    }
    if (name !== '' && r.is('?') && !r.isSeparated()) r.at++;
    if (name !== '' && endsPattern(r)) {
      const isBare = r.textAfter(-2) !== '.';
      return isBare && name !== '_'
        ? { k: 'var', name, ...r.place(start) }
        : name === '_'
          ? null
          : { k: 'lit', v: `.${name}`, ...r.place(start) };
    }
    r.at = at;
    return r.parts.expr(r);
  });
}

function bindName(r: CodeReader, targets: Expr[]): null {
  const { start } = r;
  const name = r.word();
  if (r.is('?') && !r.isSeparated()) r.at++;
  let t: Expr = { k: 'var', name, ...r.place(start) };
  r.context.fn.locals.add(name);
  if (r.is('as')) {
    r.at++;
    const type = readType(r);
    if (type !== null) t = { k: 'cast', type, e: t, ...r.place(start) };
  }
  if (name !== '_') targets.push(t);
  return null;
}

function endsPattern(r: CodeReader): boolean {
  return r.is(':') || r.is(',') || r.is('=') || r.is('where') || r.is(')') || r.is('in') || r.is('{');
}

/** Whether a tuple has only values, no patterns. */
function isPlainValue(r: CodeReader): boolean {
  const close = r.closeAfter();
  for (let at = r.at + 1; at < Math.min(close, r.at + 30); at++)
    if (/^(?:let|var|_|\.|,)$/.test(r.textAt(at))) return false;
  return true;
}

function readParts(r: CodeReader, targets: Expr[], isBinding: boolean): void {
  r.expect('(');
  while (!r.isAtEnd && !r.is(')')) {
    if (r.kind === WORD && r.textAfter(1) === ':') r.at += 2;
    readPattern(r, targets, isBinding);
    if (!r.pass(',')) break;
  }
  r.expect(')');
}
