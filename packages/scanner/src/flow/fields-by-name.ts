import type { ClassIr, FieldIr } from '../ir/ir.ts';

const fieldsOf = new WeakMap<ClassIr, ReadonlyMap<string, FieldIr>>();

/** A field by its name; of two of one name the first. */
export function fieldNamed(cls: ClassIr, name: string): FieldIr | undefined {
  let fields = fieldsOf.get(cls);
  if (fields === undefined) {
    fields = new Map(cls.fields.map((field): [string, FieldIr] => [field.name, field]).reverse());
    fieldsOf.set(cls, fields);
  }
  return fields.get(name);
}
