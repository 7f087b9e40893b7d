import type { ClassIr, FieldIr } from '../ir/ir.ts';
import { nested } from './nested-map.ts';
import type { Program } from './program.ts';

const fieldsOf = new WeakMap<ClassIr, ReadonlyMap<string, FieldIr>>();

/** A field by name; the first of several with the same name. */
export function fieldNamed(cls: ClassIr, name: string): FieldIr | undefined {
  let fields = fieldsOf.get(cls);
  if (fields === undefined) {
    fields = new Map(cls.fields.map((field): [string, FieldIr] => [field.name, field]).reverse());
    fieldsOf.set(cls, fields);
  }
  return fields.get(name);
}

const MAX_DEPTH = 6;

export function findOwner(program: Program, cls: ClassIr, name: string, depth: number): ClassIr | null {
  if (fieldNamed(cls, name) !== undefined) return cls;
  if (depth >= MAX_DEPTH) return null;
  for (const base of cls.bases)
    for (const parent of program.classesNamed(base, cls.file)) {
      const found = parent === cls ? null : findOwner(program, parent, name, depth + 1);
      if (found !== null) return found;
    }
  return null;
}

const keys = new WeakMap<ClassIr, Map<string, string>>();

/** The state's key of a static field. */
export function fieldKey(cls: ClassIr, name: string): string {
  const known = nested(keys, cls);
  let key = known.get(name);
  if (key === undefined) {
    key = `field:${cls.file.path}:${cls.name}:${name}`;
    known.set(name, key);
  }
  return key;
}
