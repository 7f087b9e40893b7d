import type { TSchema } from 'typebox';

type Schema = TSchema & Record<string, unknown>;

/** The first and last moments that are accepted: times computed from them are outside of the calendar. */
const MOMENTS = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'];
/** Above any column and any sum of the service, but still an exact integer in JavaScript. */
const MAX_SIZE = Number.MAX_SAFE_INTEGER;
/** Percent-encoded, it still fits into the header of a request. */
const MAX_TEXT_LENGTH = 2_000;

export interface Edge {
  /** The path of the field: `steps.0.delay_hours`. */
  field: string;
  value: unknown;
}

/** Values at the limits of a schema and just beyond them, one field at a time, at any depth. */
export function edgesOf(schema: TSchema): Edge[] {
  return fieldsOf(schema as Schema, '');
}

function fieldsOf(schema: Schema, path: string): Edge[] {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.flatMap((one: Schema) => fieldsOf(one, path));
  if (schema.type === 'object') {
    const { properties = {} } = schema as { properties?: Record<string, Schema> };
    return Object.entries(properties).flatMap(([name, field]) =>
      fieldsOf(field, path === '' ? name : `${path}.${name}`),
    );
  }
  if (schema.type === 'array') return fieldsOf(schema.items as Schema, `${path}.0`);
  return path === '' ? [] : valuesOf(schema).map((value) => ({ field: path, value }));
}

function valuesOf(schema: Schema): unknown[] {
  if (schema.const !== undefined) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum;
  switch (schema.type) {
    case 'integer':
    case 'number': {
      const { minimum = -MAX_SIZE, maximum = MAX_SIZE } = schema as { minimum?: number; maximum?: number };
      return [minimum, minimum - 1, maximum, maximum + 1];
    }
    case 'boolean':
      return [true, false];
    case 'string': {
      if (schema.format === 'timestamp') return MOMENTS;
      const { maxLength = MAX_TEXT_LENGTH } = schema as { maxLength?: number };
      return ['', '\u0000', ...MOMENTS, '9'.repeat(40), 'é'.repeat(Math.min(maxLength, MAX_TEXT_LENGTH))];
    }
    default:
      return [null, 0, '', [], {}];
  }
}

/** A copy of a JSON value with another value in one field; missing parents are created. */
export function withValue(given: unknown, { field, value }: Edge): unknown {
  const set = (at: unknown, [step, ...rest]: string[]): unknown => {
    if (step === undefined) return value;
    if (step === '0') {
      const [first, ...others] = Array.isArray(at) ? at : [];
      return [set(first, rest), ...others];
    }
    const object = typeof at === 'object' && at !== null ? (at as Record<string, unknown>) : {};
    return { ...object, [step]: set(object[step], rest) };
  };
  return set(given, field.split('.'));
}
