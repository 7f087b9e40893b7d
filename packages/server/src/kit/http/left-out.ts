import type { TSchema } from 'typebox';
import { forgetText } from '../json-text.ts';

type Json = Record<string, unknown>;

/** Which values may be null and then count as omitted: fields of an object, and those nested in it. */
interface Blanks {
  fields: string[];
  inside: [name: string, blanks: Blanks][];
}

/**
 * Marks an object whose optional fields may also be null, with the same meaning as leaving them out. Many
 * clients send null for what is not set. A field whose schema gives null a meaning of its own keeps it.
 */
export function acceptNulls<T extends TSchema>(schema: T): T {
  return { ...schema, takesNulls: true };
}

/**
 * Removes nulls that count as omitted. It looks only at declared fields of marked objects, so its cost
 * depends on the schema and the length of its lists.
 */
export function compileLeaveOut(schema: TSchema): (value: unknown) => void {
  const blanks = blanksOf(schema as unknown as Json);
  return (value) => void leaveOut(value, blanks);
}

/** For the schema as published: optional fields of marked objects may be null. */
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

/** A field of any type does not: clients that were generated send null for it, too, when it is not set. */
function meansSomethingByNull({ type, anyOf }: Json): boolean {
  if (anyOf !== undefined) return (anyOf as Json[]).some(meansSomethingByNull);
  return type === 'null' || (Array.isArray(type) && type.includes('null'));
}

/** Whether anything was removed: then the remembered source text no longer matches the value. */
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
  const isOfAnyType = [type, values, anyOf, schema.const].every((part) => part === undefined);
  if (isOfAnyType) return { ...schema, ...about };
  if (typeof type === 'string' && PLAIN.has(type) && title === undefined && values === undefined) {
    return schema.const === undefined
      ? { ...schema, type: [type, 'null'], ...about }
      : { anyOf: [schema, { type: 'null' }], ...about };
  }
  if (anyOf !== undefined && title === undefined) {
    return { ...schema, anyOf: [...(anyOf as Json[]), { type: 'null' }], ...about };
  }
  // A named schema is the same everywhere, so nullability goes around the reference.
  if (title !== undefined) return { anyOf: [{ ...schema, ...about }, { type: 'null' }], ...about };
  const { default: standard, ...rest } = schema;
  return {
    anyOf: [rest, { type: 'null' }],
    ...(standard !== undefined && { default: standard }),
    ...about,
  };
}
