import type { CallSite } from '../../../flow/call-site.ts';
import { deepTaints, listRest } from '../../../flow/elements.ts';
import { maskOf } from '../../../flow/kinds.ts';
import type { Machine } from '../../../flow/machine.ts';
import { readField, readProperty } from '../../../flow/properties.ts';
import { isStrictPattern } from '../../../flow/refine-pattern.ts';
import { newObject } from '../../../flow/state.ts';
import { cleanTaints, constant, symbol, unknown, type Value } from '../../../flow/value.ts';

/** Libraries that build schemas with chains of calls. How a schema was made says what it accepts. */
const libraries = /^(?:zod|joi|@hapi\/joi|yup)(?:\/[\w-]+)?(?:\.(?:z|Joi|yup))?(?:\.coerce)?$/;
const schemaType = '<schema>';
const kindField = '<kind>';
const elementField = '<of>';

/** Numbers, dates, lists of choices, and text formats without special characters. */
const plain =
  /^(?:number|boolean|bool|bigint|date|enum|nativeEnum|literal|uuid|guid|cuid2?|ulid|nanoid|datetime|ip|ipv[46]|int|integer|isoDate|alphanum|hex|token|valid|oneOf|nan|null|undefined|void)$/;
const passing = /^(?:parse|parseAsync|validateSync|cast|attempt|assert)$/;
const wrapping = /^(?:safeParse|safeParseAsync|validate|validateAsync)$/;

/** Calls that build schemas or validate data. Null for other calls. */
export function schemaCall(m: Machine, site: CallSite): Value | null {
  const { recv, name, args } = site;
  if (recv === null) return null;
  if (recv.sym !== null && libraries.test(recv.sym)) return startSchema(m, name, args);
  if (name === 'input' && args[0] !== undefined && /[pP]rocedure/.test(`${recv.sym ?? ''} ${site.written}`))
    return withField(m, symbol('procedure.input()'), '<input>', args[0]);
  if (!isSchema(m, recv)) return null;
  if (passing.test(name)) return args[0] === undefined ? unknown : validated(m, recv, args[0], 0);
  if (wrapping.test(name)) {
    const value = args[0] === undefined ? unknown : validated(m, recv, args[0], 0);
    const fields = new Map([...fieldsOf(m, value), ['data', value], ['value', value]] as [string, Value][]);
    const id = m.allocate({ ...newObject('object'), fields, isClosed: false });
    return { ...unknown, objs: [id], taints: value.taints };
  }
  if (plain.test(name)) return makeSchema(m, 'plain', new Map());
  if (name === 'regex' || name === 'pattern' || name === 'matches') {
    const pattern = String(args[0]?.k ?? '').replace(/^\/|\/[a-z]*$/g, '');
    return isStrictPattern(pattern) ? makeSchema(m, 'plain', new Map()) : recv;
  }
  if (name === 'extend' || name === 'merge' || name === 'keys' || name === 'shape' || name === 'concat') {
    const more = args[0] === undefined ? [] : fieldsOf(m, args[0]);
    return makeSchema(m, 'object', new Map([...fieldsOf(m, recv), ...more]));
  }
  return recv;
}

/** A middleware that validates input with a schema. Null for other calls. */
export function validatorCall(m: Machine, { name, args }: CallSite): Value | null {
  if (!/^[a-z]*[vV]alidator$/.test(name) || args[1] === undefined || !isSchema(m, args[1])) return null;
  return withField(m, symbol(name), '<input>', args[1]);
}

/** The schema of a remote procedure's input, if known. */
export function inputSchema(m: Machine, recv: Value | null): Value | null {
  const schema = recv === null ? null : readField(m, recv, '<input>');
  return schema !== null && isSchema(m, schema) ? schema : null;
}

function startSchema(m: Machine, name: string, args: readonly Value[]): Value {
  const [first] = args;
  if (plain.test(name)) return makeSchema(m, 'plain', new Map());
  if (name === 'string') return makeSchema(m, 'string', new Map());
  if (/^(?:object|strictObject|looseObject)$/.test(name))
    return makeSchema(m, 'object', new Map(first === undefined ? [] : fieldsOf(m, first)));
  if (name === 'array' && first !== undefined)
    return makeSchema(m, 'array', new Map([[elementField, first]]));
  return first !== undefined && isSchema(m, first) ? first : makeSchema(m, 'any', new Map());
}

function makeSchema(m: Machine, kind: string, fields: Map<string, Value>): Value {
  fields.set(kindField, constant(kind));
  const id = m.allocate({ ...newObject('object', schemaType), fields });
  return { ...unknown, objs: [id], type: schemaType };
}

function withField(m: Machine, value: Value, name: string, field: Value): Value {
  const id = m.allocate({ ...newObject('object'), fields: new Map([[name, field]]), isClosed: false });
  return { ...value, objs: [id] };
}

function isSchema(m: Machine, value: Value): boolean {
  return m.s.first(value)?.type === schemaType;
}

function fieldsOf(m: Machine, value: Value): [string, Value][] {
  return value.objs.length === 0 ? [] : [...(m.s.first(value)?.fields ?? [])];
}

/** What remains of `value` after validation. */
export function validated(m: Machine, schema: Value, value: Value, depth: number): Value {
  const text = maskOf('nosql', 'prototype_pollution');
  if (depth > 6 || !isSchema(m, schema)) return value;
  const kind = readField(m, schema, kindField)?.k;
  if (kind === 'plain') return unknown;
  if (kind === 'string') return { ...unknown, taints: cleanTaints(deepTaints(m, value), text) };
  if (kind === 'array') {
    const of = readField(m, schema, elementField);
    const held = { ...unknown, taints: deepTaints(m, value) };
    const rest = of === null ? held : validated(m, of, held, depth + 1);
    return listRest(m, rest);
  }
  if (kind !== 'object') return value;
  const fields = new Map<string, Value>();
  const at = { k: 'none', pos: 0, end: 0 } as const;
  for (const [name, inner] of fieldsOf(m, schema))
    if (name !== kindField)
      fields.set(name, validated(m, inner, readProperty(m, value, name, at, ''), depth + 1));
  return { ...unknown, objs: [m.allocate({ ...newObject('object'), fields, isClosed: false })] };
}
