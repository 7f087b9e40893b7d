import type { TSchema } from 'typebox';
import { required } from '../required.ts';

const NOTICE =
  'What is secret here was shown once, in the first answer under this Idempotency-Key, and is not kept. If it was lost, make a new one.';

type Json = Record<string, unknown>;

/** A copy of an answer without the values at these paths, and with a note saying why if there was one. */
export function withhold(answer: unknown, paths: readonly string[]): unknown {
  let copy = answer;
  for (const path of paths) copy = without(copy, path.split('.'));
  return copy === answer ? answer : { ...(copy as Json), notice: NOTICE };
}

/** Returns the value itself when there is nothing at the path. */
function without(value: unknown, [name, ...rest]: string[]): unknown {
  if (typeof value !== 'object' || value === null || name === undefined) return value;
  if (name === '*') {
    const items = Object.entries(value).map(([key, item]) => [key, item, without(item, rest)] as const);
    if (items.every(([, item, changed]) => item === changed)) return value;
    const changed = items.map(([key, , item]) => [key, item] as const);
    return Array.isArray(value) ? changed.map(([, item]) => item) : Object.fromEntries(changed);
  }
  if (!Object.hasOwn(value, name)) return value;
  const { [name]: inner, ...others } = value as Json;
  if (rest.length === 0) return others;
  const changed = without(inner, rest);
  return changed === inner ? value : { ...value, [name]: changed };
}

/** The schema of the answer, first or repeated: values shown once are optional. */
export function withholdable(schema: TSchema, paths: readonly string[]): TSchema {
  let copy = schema as TSchema & Json;
  for (const path of paths) copy = optionalAt(copy, path.split('.'));
  const notice = {
    type: 'string',
    description: 'Only in the answer to a repeat: why it does not contain the secret.',
  };
  return { ...copy, properties: { ...(copy.properties as Json), notice } };
}

function optionalAt(schema: TSchema & Json, [name = '', ...rest]: string[]): TSchema & Json {
  if (name === '*') return { ...schema, items: optionalAt(schema.items as TSchema & Json, rest) };
  if (rest.length === 0) {
    return { ...schema, required: ((schema.required ?? []) as string[]).filter((field) => field !== name) };
  }
  const properties = schema.properties as Record<string, TSchema & Json>;
  const property = required(properties[name], `the field ${name}`);
  return { ...schema, properties: { ...properties, [name]: optionalAt(property, rest) } };
}
