import type { Annotation, ClassIr, Stmt } from '../../../ir/ir.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { WORD } from '../../frontend/tokens.ts';
import { readAnnotations } from './read-functions.ts';
import { readType, signAfter, skipTypeParameters } from './read-types.ts';

/** Classes, mixins, enums and extensions. */
export function readClass(r: CodeReader, annotations: Annotation[], start: number): Stmt[] {
  let kind = r.word();
  if (r.is('class')) kind = r.word();
  if (kind === 'typedef') {
    while (!r.isAtEnd && !r.is(';')) r.at++;
    r.pass(';');
    return [];
  }
  if (kind === 'extension' && r.pass('type')) r.pass('const');
  let name = r.is('on') && kind === 'extension' ? '' : r.word();
  skipTypeParameters(r);
  if (kind === 'extension' && r.pass('.')) r.word();
  if (kind === 'extension' && r.is('(')) r.skipBrackets();
  if (kind === 'extension' && r.pass('on')) name = readType(r) ?? name;
  const cls = r.openType(name, { isInterface: false, extends: kind === 'extension' }, start);
  cls.annotations.push(...annotations);
  // class A = B with C;
  if (r.pass('=')) cls.bases.push(readType(r) ?? '');
  while (r.is('extends') || r.is('with') || r.is('implements') || r.is('on')) {
    r.at++;
    do {
      const base = readType(r);
      if (base !== null) cls.bases.push(base);
    } while (r.pass(','));
  }
  r.context.fn.locals.add(name);
  if (r.pass(';')) return [{ k: 'cls', cls, ...r.place(start) }];
  r.expect('{');
  r.members(cls, () => {
    if (kind === 'enum' && readChoices(r)) return;
    cls.setup.push(...r.parts.stmt(r));
  });
  typeParameters(cls);
  return [{ k: 'cls', cls, ...r.place(start) }];
}

/** `Store(this.db)`: the parameter has the type of the field, which may be declared below. */
function typeParameters(cls: ClassIr): void {
  const types = new Map(cls.fields.map(({ name, type }) => [name, type]));
  for (const fn of [...cls.methods.values()].flat())
    if (fn.name === '<init>' || fn.returnType === cls.name)
      for (const param of fn.params) param.type ??= types.get(param.name) ?? null;
}

/** The values of an enum, which come before its members. */
function readChoices(r: CodeReader): boolean {
  const { cls } = r.context;
  if (cls === null || cls.fields.length > 0 || cls.methods.size > 0 || r.kind !== WORD) return false;
  const { at } = r;
  readAnnotations(r);
  if (r.kind !== WORD || !/^[,;(}<.]?$/.test(signAfter(r, 1)) || r.kindAfter(1) === WORD) {
    r.at = at;
    return false;
  }
  while (r.kind === WORD && !r.isAtEnd) {
    const { start } = r;
    const name = r.word();
    skipTypeParameters(r);
    if (r.pass('.')) r.word();
    if (r.is('(')) r.skipBrackets();
    cls.fields.push({
      name,
      type: cls.name,
      init: { k: 'lit', v: `.${name}`, ...r.place(start) },
      isStatic: true,
      annotations: [],
    });
    if (!r.pass(',')) break;
    readAnnotations(r);
  }
  r.pass(';');
  return true;
}
