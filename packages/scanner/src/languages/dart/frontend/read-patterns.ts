import type { Expr } from '../../../ir/ir.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { WORD } from '../../frontend/tokens.ts';
import { readType, typeBeforeName } from './read-types.ts';

/** A pattern. Adds its names to `targets`; returns the value to compare with, if there is one. */
export function readPattern(r: CodeReader, targets: Expr[], isBinding = false): Expr | null {
  return r.nested(() => {
    const found = readOne(r, targets, isBinding);
    if (!r.is('||') && !r.is('&&')) return found;
    r.at++;
    readPattern(r, targets, isBinding);
    return null;
  });
}

function readOne(r: CodeReader, targets: Expr[], isBinding: boolean): Expr | null {
  if (r.is('var') || r.is('final')) {
    r.at++;
    if (r.is('(') || r.is('[') || r.is('{')) {
      readParts(r, targets, true);
      return null;
    }
    if (typeBeforeName(r) > 0) readType(r);
    bind(r, targets);
    return null;
  }
  if (r.is('(') || r.is('[') || r.is('{')) {
    readParts(r, targets, isBinding);
    return null;
  }
  if (r.is('==') || r.is('!=') || r.is('<') || r.is('>') || r.is('<=') || r.is('>=')) {
    r.at++;
    r.parts.expr(r);
    return null;
  }
  // `String text`
  if (typeBeforeName(r) > 0 && !/^(?:when)$/.test(r.textAfter(1))) {
    const { start } = r;
    const type = readType(r);
    const name = r.word();
    r.context.fn.locals.add(name);
    const e: Expr = { k: 'var', name, ...r.place(start) };
    if (name !== '_') targets.push(type === null ? e : { k: 'cast', type, e, ...r.place(start) });
    return null;
  }
  if (r.kind === WORD && (isBinding || r.is('_')) && !/^[.(<]$/.test(r.textAfter(1))) {
    bind(r, targets);
    return null;
  }
  // `Point(x: var a)`
  const { at } = r;
  if (r.kind === WORD && /^[A-Z]/.test(r.text)) {
    const type = r.attempt(() => readType(r) ?? '');
    if (type !== null && r.is('(')) {
      readParts(r, targets, isBinding);
      return null;
    }
    r.at = at;
  }
  const e = r.parts.expr(r);
  return e;
}

function bind(r: CodeReader, targets: Expr[]): void {
  const { start } = r;
  const name = r.word();
  if (r.is('?') || r.is('!')) r.at++;
  if (name === '_') return;
  r.context.fn.locals.add(name);
  targets.push({ k: 'var', name, ...r.place(start) });
}

function readParts(r: CodeReader, targets: Expr[], isBinding: boolean): void {
  const close = r.closeAfter();
  r.at++;
  while (r.at < close) {
    if (r.pass(',') || r.pass(':') || r.pass('...')) continue;
    // `'key': pattern`, `name: pattern`
    if (r.textAfter(1) === ':' && r.isSign(1)) r.at += 2;
    else readPattern(r, targets, isBinding);
  }
  r.at = close + 1;
}
