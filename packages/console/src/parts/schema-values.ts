/** The part of JSON Schema used for forms. */
export interface Schema {
  type?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: Schema;
  maxLength?: number;
}

/** A field as typed. An expression stands for a value known later. */
export interface TypedField {
  text: string;
  isExpression: boolean;
}
export type TypedFields = Record<string, TypedField>;

export type FieldKind = 'text' | 'long' | 'number' | 'choice' | 'pairs' | 'list' | 'json';

const LONG = 2_000;

export function kindOf(schema: Schema): FieldKind {
  if (choicesOf(schema) !== undefined) return 'choice';
  const { type, maxLength = 0 } = withoutNull(schema);
  if (type === 'string') return maxLength > LONG ? 'long' : 'text';
  if (type === 'number' || type === 'integer') return 'number';
  return severalOf(schema) ?? 'json';
}

/** Several values typed one at a time: an object with arbitrary names, or a list of scalars. */
function severalOf(schema: Schema): 'pairs' | 'list' | undefined {
  const { type, items, properties = {}, additionalProperties } = withoutNull(schema);
  if (type === 'array') return items?.type === 'object' || items?.type === 'array' ? undefined : 'list';
  const isOpen = Object.keys(properties).length === 0 && additionalProperties !== false;
  return type === 'object' && isOpen ? 'pairs' : undefined;
}

const WRITTEN_AS_JSON = new Set<FieldKind>(['pairs', 'list', 'json']);

/** A field's allowed values; undefined when it is not limited to a few. */
export function choicesOf(schema: Schema): string[] | undefined {
  const { type, enum: values, anyOf } = withoutNull(schema);
  if (type === 'boolean') return ['true', 'false'];
  if (values !== undefined) return values.map(String);
  const constants = anyOf?.map((one) => one.const);
  return constants?.every((one) => typeof one === 'string') ? (constants as string[]) : undefined;
}

function withoutNull(schema: Schema): Schema {
  const [only, ...more] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return only !== undefined && more.length === 0 ? only : schema;
}

const EXPRESSION = /^\s*\{\{([\s\S]*)\}\}\s*$/;

/** Saved values in their typed form. */
export function typedOf(schema: Schema, input: Record<string, unknown>): TypedFields {
  const fields = Object.entries(input).map(([name, value]): [string, TypedField] => {
    const inner = typeof value === 'string' ? EXPRESSION.exec(value)?.[1] : undefined;
    if (inner !== undefined) return [name, { text: inner.trim(), isExpression: true }];
    const isText = typeof value === 'string' && !WRITTEN_AS_JSON.has(kindOf(schema.properties?.[name] ?? {}));
    return [name, { text: isText ? value : (JSON.stringify(value, null, 2) ?? ''), isExpression: false }];
  });
  return Object.fromEntries(fields);
}

/** Typed values in their saved form, leaving out empty fields. `wrong` names fields with invalid JSON. */
export function inputOf(
  schema: Schema,
  fields: TypedFields,
): { input: Record<string, unknown>; wrong: string[] } {
  const wrong: string[] = [];
  const input: Record<string, unknown> = {};
  for (const [name, { text, isExpression }] of Object.entries(fields)) {
    if (text.trim() === '') continue;
    if (isExpression) input[name] = `{{ ${text.trim()} }}`;
    else {
      const value = readValue(schema.properties?.[name] ?? {}, text);
      if (value === undefined) wrong.push(name);
      else input[name] = value;
    }
  }
  for (const name of schema.required ?? []) {
    // Rows without a value become an empty object or list.
    const isGiven = Object.hasOwn(input, name) || wrong.includes(name) || fields[name]?.isExpression;
    const several = isGiven ? undefined : severalOf(schema.properties?.[name] ?? {});
    if (several !== undefined) input[name] = several === 'list' ? [] : {};
  }
  return { input, wrong };
}

function readValue(schema: Schema, text: string): unknown {
  const kind = kindOf(schema);
  if (kind === 'number') return Number.isFinite(Number(text)) ? Number(text) : text;
  if (kind === 'choice' && withoutNull(schema).type === 'boolean') return text === 'true';
  return WRITTEN_AS_JSON.has(kind) ? parseJson(text) : text;
}

/** Undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object in a text; undefined for anything else. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return value as Record<string, unknown>;
}

const MAX_DEPTH = 4;

/** An example value for a schema, as a starting point. */
export function exampleOf(schema: Schema, name = 'value', depth = 0): unknown {
  const { type, enum: values, anyOf, properties = {}, items } = withoutNull(schema);
  if (schema.const !== undefined) return schema.const;
  if (values !== undefined) return values[0];
  if (anyOf?.[0] !== undefined) return exampleOf(anyOf[0], name, depth + 1);
  if (type === 'boolean') return false;
  if (type === 'number' || type === 'integer') return 0;
  if (type === 'array')
    return items === undefined || depth > MAX_DEPTH ? [] : [exampleOf(items, name, depth + 1)];
  if (type === 'object' && depth <= MAX_DEPTH) {
    const fields = Object.entries(properties).map(([field, inner]) => [
      field,
      exampleOf(inner, field, depth + 1),
    ]);
    return Object.fromEntries(fields);
  }
  return type === 'string' ? name : null;
}
