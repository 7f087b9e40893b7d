import type { Expr, FunctionIr, Param, Stmt } from '../../../ir/ir.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { unreadable } from '../../frontend/cursor.ts';
import { addMethod } from '../../frontend/lower-class-headers.ts';
import { WORD } from '../../frontend/tokens.ts';
import type { Marks } from './marks.ts';
import { returnOnly } from './read-closures.ts';
import { readType, skipConditions, skipGenerics } from './read-types.ts';

/** `func`, `init`, `deinit` and `subscript`. */
export function readFunction(r: CodeReader, marks: Marks, start: number): Stmt[] {
  const kind = r.word();
  let name = kind === 'init' ? '<init>' : kind;
  if (kind === 'func' || kind === 'macro') {
    name = r.text;
    r.at++;
    // An operator with several characters.
    while (r.isSign() && !r.is('(') && !r.is('<') && !r.isAtEnd) r.at++;
  } else while (r.is('?') || r.is('!')) r.at++;
  const { cls, fn: outer } = r.context;
  const isMethod = cls !== null && outer === r.context.file.top;
  if (kind === 'subscript') name = 'get_Item';
  const fn = r.inFunction(name, start, (inner) => {
    inner.annotations = marks.annotations;
    inner.isStatic = marks.isStatic;
    inner.isExported = marks.isExported;
    skipGenerics(r);
    if (r.is('(')) inner.body = readParameters(r, inner);
    while (/^(?:async|throws|rethrows|reasync)$/.test(r.text)) {
      r.at++;
      if (r.is('(')) r.skipBrackets();
    }
    if (r.pass('->')) inner.returnType = readType(r);
    skipConditions(r);
    if (kind === 'macro' && r.pass('=')) r.parts.expr(r);
    if (!r.is('{') || (r.beginsLine() && cls?.isInterface === true)) return;
    inner.body = [...inner.body, ...returnOnly(kind === 'subscript' ? readAccessorBody(r) : r.block())];
  });
  if (isMethod) addMethod(cls.methods, name, fn);
  else outer.locals.add(name);
  return isMethod ? [] : [{ k: 'fn', fn, ...r.place(start) }];
}

/** The getter of a subscript. A setter is read as part of it. */
function readAccessorBody(r: CodeReader): Stmt[] {
  if (!/^(?:get|set|@\w+|mutating|nonmutating|_read)$/.test(r.textAfter(1))) return r.block();
  const body: Stmt[] = [];
  r.expect('{');
  r.list('}', () => {
    const word = r.word();
    if (r.is('(')) r.skipBrackets();
    while (r.is('async') || r.is('throws')) r.at++;
    if (!r.is('{')) return;
    const own = r.block();
    if (word === 'get' || word === '_read') body.push(...returnOnly(own));
  });
  return body;
}

/** Parameters are known by their labels in calls. If the local name differs, the body begins by assigning it. */
function readParameters(r: CodeReader, fn: FunctionIr): Stmt[] {
  const given: Stmt[] = [];
  r.expect('(');
  while (!r.isAtEnd && !r.is(')')) {
    const { start } = r;
    const annotations: Param['annotations'] = [];
    while (r.isWord() && r.text.startsWith('@')) {
      annotations.push({ name: r.word().slice(1), args: '' });
      if (r.is('(') && !r.isSeparated()) r.skipBrackets();
    }
    const label = r.word();
    const name = r.kind === WORD ? r.word() : label;
    r.expect(':');
    const type = readType(r);
    const isRest = r.textAfter(-1) === '...';
    const init: Expr | null = r.pass('=') ? r.inBrackets(() => r.parts.expr(r)) : null;
    const known = label === '_' ? name : label;
    fn.params.push({ name: known, pattern: null, type, init, isRest, annotations });
    fn.locals.add(known);
    if (known !== name && name !== '_') {
      const place = r.place(start);
      fn.locals.add(name);
      given.push({
        k: 'decl',
        target: { k: 'var', name, ...place },
        type,
        init: { k: 'var', name: known, ...place },
        ...place,
      });
    }
    if (!r.pass(',')) break;
  }
  if (!r.pass(')')) throw unreadable;
  return given;
}
