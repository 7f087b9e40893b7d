import type { Annotation, Expr, FunctionIr, Param, Stmt } from '../../../ir/ir.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { WORD } from '../../frontend/tokens.ts';
import { readType, signAfter, skipTypeParameters, typeBeforeName } from './read-types.ts';

/** `(a, b) => c`, `(a) async { … }` */
export function readLambda(r: CodeReader): Expr {
  const { start } = r;
  const fn = r.inFunction('<closure>', start, (inner) => {
    inner.isArrow = true;
    readParameters(r, inner);
    inner.body = readBody(r);
  });
  return { k: 'fn', fn, ...r.place(start) };
}

/** The function body after the parameters: a block, an expression, or nothing. */
export function readBody(r: CodeReader): Stmt[] {
  if (r.is('async') || r.is('sync')) {
    r.at++;
    r.pass('*');
  }
  const { start } = r;
  if (r.pass('=>')) {
    const e = r.parts.expr(r);
    return [{ k: 'return', e, ...r.place(start) }];
  }
  return r.is('{') ? r.block() : [];
}

/** Parameters. Those of a constructor may be fields, which the body begins by assigning. */
export function readParameters(r: CodeReader, fn: FunctionIr): Stmt[] {
  const sets: Stmt[] = [];
  r.expect('(');
  r.inBrackets(() => {
    while (!r.isAtEnd && !r.is(')')) {
      if (r.pass('{') || r.pass('[') || r.pass('}') || r.pass(']') || r.pass(',')) continue;
      readParameter(r, fn, sets);
    }
  });
  r.expect(')');
  return sets;
}

function readParameter(r: CodeReader, fn: FunctionIr, sets: Stmt[]): void {
  const { start } = r;
  const annotations = readAnnotations(r);
  while (
    r.kind === WORD &&
    /^(?:required|final|covariant|late|var|const)$/.test(r.text) &&
    !/^[,)=}\]]$/.test(signAfter(r, 1))
  )
    r.at++;
  let type: string | null = null;
  if (typeBeforeName(r) > 0) type = readType(r);
  // this.name, super.name
  const holder = (r.is('this') || r.is('super')) && r.textAfter(1) === '.' ? r.text : '';
  if (holder !== '') r.at += 2;
  const name = r.word();
  skipTypeParameters(r);
  if (r.is('(')) r.skipBrackets();
  if (r.is('?')) r.at++;
  const init: Expr | null = r.pass('=') || r.pass(':') ? r.parts.expr(r) : null;
  const place = r.place(start);
  const param: Param = { name, pattern: null, type, init, isRest: false, annotations };
  fn.params.push(param);
  fn.locals.add(name);
  if (holder === 'this') {
    const t: Expr = { k: 'get', o: { k: 'this', ...place }, name, pos: place.pos, end: place.pos };
    sets.push({
      k: 'expr',
      e: { k: 'set', t, v: { k: 'var', name, ...place }, op: null, ...place },
      ...place,
    });
  }
}

/** `@Get('/a')` and the like before a declaration. */
export function readAnnotations(r: CodeReader): Annotation[] {
  const found: Annotation[] = [];
  while (r.kind === WORD && r.text.startsWith('@')) {
    let name = r.word().slice(1);
    while (r.is('.') && r.kindAfter(1) === WORD) {
      r.at++;
      name = r.word();
    }
    skipTypeParameters(r);
    const from = r.start + 1;
    const hasArgs = r.is('(');
    if (hasArgs) r.skipBrackets();
    found.push({ name, args: hasArgs ? r.context.file.text.slice(from, Math.max(from, r.lastEnd - 1)) : '' });
  }
  return found;
}
