import { lastName } from '../read/last-name.ts';
import { setField } from './assign.ts';
import type { Machine } from './machine.ts';
import type { Value } from './value.ts';

/** `point{1, 2}`: assigns the values to the fields of the type in order. */
export function nameFields(m: Machine, type: string, value: Value): void {
  const object = m.s.only(value);
  if (object?.kind !== 'list' || object.items === null || object.items.length === 0) return;
  const [cls] = type === '' || type.endsWith('[]') ? [] : m.program.classesOfType(type, m.file);
  if (cls === undefined) return;
  // Embedded types usually come first.
  const names = [...cls.bases.map(lastName), ...cls.fields.map(({ name }) => name)];
  object.items.forEach((item, at) => {
    const name = names[at];
    if (name !== undefined) setField(m, value, name, item);
  });
}
