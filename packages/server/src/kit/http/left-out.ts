import type { TSchema } from 'typebox';
import { forgetText } from '../json-text.ts';

type Json = Record<string, unknown>;

/** What may be null, and then counts as left out: fields of an object, and of what stands in it. */
interface Blanks {
  fields: string[];
  inside: [name: string, blanks: Blanks][];
}

/**
 * Marks an object of which each field that may be left out may also be null, which says the same. Many clients write null for
 * what is not set. A field whose schema has a meaning for null of its own keeps it.
 */
export function takesNulls<T extends TSchema>(schema: T): T {
  return { ...schema, takesNulls: true };
}

/**
 * Removes the nulls that count as left out. It looks at declared fields of marked objects alone, so its cost follows from the
 * schema, and from the length of its lists.
 */
export function compileLeaveOut(schema: TSchema): (value: unknown) => void {
  const blanks = blanksOf(schema as unknown as Json);
  return (value) => void leaveOut(value, blanks);
}

/** In a schema for other tools: what is marked says of its fields that they may be null. */
export function showNulls({ takesNulls: marked, ...schema }: Json): Json {
  if (marked !== true) return schema;
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  const blank = new Set(blankFields({ ...schema, takesNulls: true }));
  return {
    ...schema,
    properties: Object.fromEntries(
      properties.map(([name, property]) => [name, blank.has(name) ? orNull(property) : property]),
    ),
  };
}

function blanksOf(schema: Json): Blanks {
  const { properties = {}, items } = schema as { properties?: Record<string, Json>; items?: Json };
  const parts: [string, Json][] = items === undefined ? Object.entries(properties) : [['', items]];
  const inside = parts
    .map(([name, part]): [string, Blanks] => [name, blanksOf(part)])
    .filter(([, { fields, inside: deeper }]) => fields.length > 0 || deeper.length > 0);
  return { fields: schema.takesNulls === true ? blankFields(schema) : [], inside };
}

function blankFields({ properties = {}, required = [] }: Json): string[] {
  return Object.entries(properties as Record<string, Json>)
    .filter(([name, property]) => !(required as string[]).includes(name) && !meansSomethingByNull(property))
    .map(([name]) => name);
}

/** What has no type of its own is looked at by who asked for it. */
function meansSomethingByNull({ type, anyOf, const: only, enum: values }: Json): boolean {
  if (anyOf !== undefined) return (anyOf as Json[]).some(meansSomethingByNull);
  if (type !== undefined) return type === 'null' || (Array.isArray(type) && type.includes('null'));
  return only === undefined && values === undefined;
}

/** Whether something was left out: the text that the value was read from is then no longer its own. */
function leaveOut(value: unknown, { fields, inside }: Blanks): boolean {
  if (typeof value !== 'object' || value === null) return false;
  let changed = false;
  const object = value as Json;
  for (const name of fields) {
    if (object[name] !== null) continue;
    delete object[name];
    changed = true;
  }
  for (const [name, blanks] of inside) {
    if (name !== '') changed = leaveOut(object[name], blanks) || changed;
    else if (Array.isArray(value)) for (const item of value) changed = leaveOut(item, blanks) || changed;
  }
  if (changed) forgetText(value);
  return changed;
}

const PLAIN = new Set(['string', 'integer', 'number', 'boolean']);

function orNull({ description, ...schema }: Json): Json {
  const about = description === undefined ? {} : { description };
  const { type, title, enum: values, anyOf } = schema;
  if (typeof type === 'string' && PLAIN.has(type) && title === undefined && values === undefined) {
    return schema.const === undefined
      ? { ...schema, type: [type, 'null'], ...about }
      : { anyOf: [schema, { type: 'null' }], ...about };
  }
  if (anyOf !== undefined && title === undefined) {
    return { ...schema, anyOf: [...(anyOf as Json[]), { type: 'null' }], ...about };
  }
  // What has a name is the same wherever it stands.
  if (title !== undefined) return { anyOf: [{ ...schema, ...about }, { type: 'null' }], ...about };
  const { default: standard, ...rest } = schema;
  return {
    anyOf: [rest, { type: 'null' }],
    ...(standard !== undefined && { default: standard }),
    ...about,
  };
}
