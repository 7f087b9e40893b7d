import type { ClassIr, Stmt } from '../../../ir/ir.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { addMethod } from '../../frontend/lower-class-headers.ts';
import { inFunction } from '../../frontend/lower-context.ts';
import type { Marks } from './marks.ts';
import { memberwise } from './read-properties.ts';
import { readType, skipConditions, skipGenerics } from './read-types.ts';

/** Classes, structs, enums, protocols, actors and extensions. */
export function readTypeDeclaration(r: CodeReader, marks: Marks, start: number): Stmt[] {
  const kind = r.word();
  let name = r.word();
  while (r.pass('.')) name = r.word();
  skipGenerics(r);
  const cls = r.openType(name, { isInterface: kind === 'protocol', extends: kind === 'extension' }, start);
  cls.annotations.push(...marks.annotations);
  if (r.pass(':'))
    do {
      const base = readType(r);
      if (base !== null) cls.bases.push(base);
    } while (r.pass(','));
  skipConditions(r);
  r.expect('{');
  r.members(cls, () => cls.setup.push(...r.parts.stmt(r)));
  if (kind === 'struct' && !cls.methods.has('<init>')) addMemberwise(r, cls, start);
  r.context.fn.locals.add(name);
  return [{ k: 'cls', cls, ...r.place(start) }];
}

/** A struct without a constructor has a memberwise one. */
function addMemberwise(r: CodeReader, cls: ClassIr, start: number): void {
  const fields = cls.fields.filter(({ isStatic, name }) => !isStatic && name !== '');
  if (fields.length === 0) return;
  const place = r.place(start);
  const { fn } = inFunction({ ...r.context, cls }, { start, end: place.end }, '<init>');
  for (const { name, type, init } of fields) {
    fn.params.push({ name, pattern: null, type, init, isRest: false, annotations: [] });
    fn.locals.add(name);
  }
  fn.body = memberwise(fields.map(({ name }) => ({ name, place })));
  addMethod(cls.methods, '<init>', fn);
}
