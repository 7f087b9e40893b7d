import type { TSchema } from 'typebox';

interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  maxBytes?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  maxProperties?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/**
 * The parts of a schema that accept values of any size, as `path: what is missing`. A maximum size of the whole also
 * limits its parts.
 */
export function unboundedParts(schema: TSchema): string[] {
  return partsOf(schema as Schema, '');
}

function partsOf(schema: Schema, at: string): string[] {
  if (schema.maxBytes !== undefined || isOneOfFew(schema)) return [];
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return branches.flatMap((branch) => partsOf(branch, at));
  if (schema.allOf !== undefined) return ofAll(schema.allOf, at);
  const types = [schema.type ?? []].flat();
  const ofType = (type: string, look: () => string[]) => (types.includes(type) ? look() : []);
  return [
    ...(types.length === 0 ? [`${at}: any value`] : []),
    ...ofType('string', () => (isBoundedText(schema) ? [] : [`${at}: text without maxLength`])),
    ...ofType('array', () => ofList(schema, at)),
    ...ofType('object', () => ofObject(schema, at)),
  ];
}

/** A value must match all of them, so the strictest counts. */
function ofAll(all: Schema[], at: string): string[] {
  const found = all.map((one) => partsOf(one, at));
  return found.sort((a, b) => a.length - b.length)[0] ?? [];
}

function ofList({ items, maxItems, uniqueItems }: Schema, at: string): string[] {
  const isCounted =
    maxItems !== undefined || (uniqueItems === true && items !== undefined && isOneOfFew(items));
  return [
    ...(isCounted ? [] : [`${at}: list without maxItems`]),
    ...(items === undefined ? [`${at}[]: any value`] : partsOf(items, `${at}[]`)),
  ];
}

function ofObject(schema: Schema, at: string): string[] {
  const {
    properties = {},
    patternProperties = {},
    additionalProperties,
    propertyNames,
    maxProperties,
  } = schema;
  const others = Object.entries(patternProperties);
  if (typeof additionalProperties === 'object') others.push(['', additionalProperties]);
  const isOpen = additionalProperties !== false && others.length === 0;
  const hasFewNames = maxProperties !== undefined;
  const hasShortNames =
    (propertyNames !== undefined && isBoundedText(propertyNames)) ||
    others.every(([pattern]) => isBoundedPattern(pattern));
  return [
    ...(isOpen ? [`${at}: open object without maxBytes`] : []),
    ...(others.length > 0 && !hasFewNames ? [`${at}: names without maxProperties`] : []),
    ...(others.length > 0 && !hasShortNames ? [`${at}: names without a length`] : []),
    ...others.flatMap(([, value]) => partsOf(value, `${at}.*`)),
    ...Object.entries(properties).flatMap(([name, value]) =>
      partsOf(value, at === '' ? name : `${at}.${name}`),
    ),
  ];
}

function isOneOfFew(schema: Schema): boolean {
  return schema.enum !== undefined || Object.hasOwn(schema, 'const');
}

function isBoundedText(schema: Schema): boolean {
  const { maxLength, format, pattern } = schema;
  if (isOneOfFew(schema) || maxLength !== undefined || format === 'timestamp') return true;
  return pattern !== undefined && isBoundedPattern(pattern);
}

/** A pattern for the whole text in which nothing may repeat without a limit. */
function isBoundedPattern(pattern: string): boolean {
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) return false;
  const bare = pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, '.');
  return !/[*+]|\{\d+,\}/.test(bare);
}
