import type { Expr, Stmt } from '../../../ir/ir.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { addMethod } from '../../frontend/lower-class-headers.ts';
import type { Marks } from './marks.ts';
import { returnOnly } from './read-closures.ts';
import { readNames } from './read-conditions.ts';
import { readType } from './read-types.ts';

/** `var` and `let`: fields of a class, or variables. */
export function readProperty(r: CodeReader, marks: Marks, start: number): Stmt[] {
  r.at++;
  const { cls, fn } = r.context;
  const isField = cls !== null && fn === r.context.file.top;
  const statements: Stmt[] = [];
  do {
    const target = readNames(r);
    const type = r.pass(':') ? readType(r) : null;
    const init = r.pass('=') ? r.parts.expr(r) : null;
    const hasCode = r.is('{') && !r.noClosures;
    const name = target.k === 'var' ? target.name : '';
    if (hasCode) readCode(r, name, type, marks, isField);
    if (isField) {
      if (!hasCode || init !== null)
        cls.fields.push({ name, type, init, isStatic: marks.isStatic, annotations: marks.annotations });
      continue;
    }
    if (name !== '') fn.locals.add(name);
    statements.push({ k: 'decl', target, type, init, ...r.place(start) });
  } while (r.pass(','));
  return statements;
}

/** The accessors of a property: getter, setter and observers. */
function readCode(r: CodeReader, name: string, type: string | null, marks: Marks, isField: boolean): void {
  const { cls } = r.context;
  const add = (kind: string, read: () => Stmt[], parameter = ''): void => {
    const fn = r.inFunction(`${kind}_${name}`, r.start, (inner) => {
      inner.isStatic = marks.isStatic;
      if (kind === 'get') inner.returnType = type;
      if (parameter !== '') {
        inner.params.push({
          name: parameter,
          pattern: null,
          type,
          init: null,
          isRest: false,
          annotations: [],
        });
        inner.locals.add(parameter);
      }
      inner.body = returnOnly(read());
    });
    if (cls !== null && isField) addMethod(cls.methods, fn.name, fn);
  };
  if (!/^(?:get|set|willSet|didSet|_read|_modify|mutating|nonmutating|@\w+)$/.test(r.textAfter(1))) {
    add('get', () => r.block());
    return;
  }
  r.expect('{');
  r.list('}', () => {
    while (r.is('mutating') || r.is('nonmutating') || r.text.startsWith('@')) r.at++;
    const kind = r.word();
    let parameter = kind === 'get' || kind === 'didSet' ? '' : 'newValue';
    if (r.pass('(')) {
      parameter = r.word();
      r.expect(')');
    }
    while (r.is('async') || r.is('throws')) r.at++;
    if (r.is('{')) add(kind, () => r.block(), parameter);
  });
}

/** Memberwise constructor: assigns each field by name. */
export function memberwise(names: readonly { name: string; place: { pos: number; end: number } }[]): Stmt[] {
  return names.map(({ name, place }): Stmt => {
    const t: Expr = { k: 'get', o: { k: 'this', ...place }, name, pos: place.pos, end: place.pos };
    return { k: 'expr', e: { k: 'set', t, v: { k: 'var', name, ...place }, op: null, ...place }, ...place };
  });
}
