import type { ApiOperation, Schema } from './api-operations.ts';
import { CommandError } from './command-error.ts';
import { parseExactly, readText } from './connect.ts';

export interface ApiInput {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
}

/** Puts each `name=value` into the path, the query or the body, depending on where the operation has that name. */
export function placeFields(fields: readonly string[], operation: ApiOperation): ApiInput {
  const input: ApiInput = { params: {}, query: {}, body: {} };
  const { inPath, inQuery, bodyTypes, body } = operation;
  for (const field of fields) {
    const [name, sub, value] = splitField(field);
    if (inPath.includes(name)) input.params[name] = value;
    else if (inQuery.includes(name) || bodyTypes.length === 0) addToQuery(input.query, name, value);
    else addToBody(input.body, [name, ...sub], toValue(value, schemaAt(body, [name, ...sub])));
  }
  return input;
}

/** Splits `data[order][id]=7` into `data`, `['order', 'id']` and `7`; `@file` is replaced by the file's content. */
function splitField(field: string): [string, string[], string] {
  const found = /^([^=[\]]+)((?:\[[^=[\]]*\])*)=(.*)$/s.exec(field);
  if (found === null) {
    throw new CommandError(`--field ${field} is not of the form name=value, such as -f type=order.created.`);
  }
  const [, name = '', brackets = '', value = ''] = found;
  const sub = [...brackets.matchAll(/\[([^\]]*)\]/g)].map(([, key = '']) => key);
  return [name, sub, value.startsWith('@') ? readText(value.slice(1)).trimEnd() : value];
}

function addToQuery(query: Record<string, unknown>, name: string, value: string): void {
  const before = query[name];
  query[name] = before === undefined ? value : `${before},${value}`;
}

/** An empty key appends to a list. */
function addToBody(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0) {
    define(target, key, value);
    return;
  }
  const isList = rest[0] === '';
  const inner = (Object.hasOwn(target, key) ? target[key] : undefined) ?? (isList ? [] : {});
  if (typeof inner !== 'object') throw new CommandError(`--field gives ${key} both a value and parts.`);
  define(target, key, inner);
  if (isList && Array.isArray(inner)) inner.push(value);
  else addToBody(inner as Record<string, unknown>, rest, value);
}

/** Also works for a field named `__proto__`: the service decides whether it is valid. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function schemaAt(schema: Schema | undefined, path: readonly string[]): Schema | undefined {
  let at = schema;
  for (const key of path) {
    const whole = withoutNull(at);
    at = key === '' ? whole?.items : whole?.properties?.[key];
  }
  return at;
}

function withoutNull(schema: Schema | undefined): Schema | undefined {
  const [only, ...more] = schema?.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return only !== undefined && more.length === 0 ? only : schema;
}

/** Text if the field is text; otherwise JSON if it parses as JSON, such as a number, a list, true or null. */
function toValue(text: string, schema: Schema | undefined): unknown {
  const types = schema === undefined ? [] : typesOf(schema);
  const isText = types.includes('string') && types.every((type) => type === 'string' || type === 'null');
  if (isText) return text === 'null' && types.includes('null') ? null : text;
  try {
    return parseExactly(text);
  } catch {
    return text;
  }
}

function typesOf({ type, anyOf }: Schema): (string | undefined)[] {
  return anyOf === undefined ? [type].flat() : anyOf.flatMap(typesOf);
}
