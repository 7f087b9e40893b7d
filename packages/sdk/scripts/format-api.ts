interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  description?: string;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Operation {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema?: Schema }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  /** The examples of refusals have the codes as their names. */
  components: { schemas: Record<string, Schema>; examples: Record<string, unknown> };
}

type Schemas = OpenApiDocument['components']['schemas'];

const JSON_TYPE = 'application/json';

/** The types of every schema and operation, and a table of what a client needs to ask it. */
export function formatApi({ paths, components }: OpenApiDocument): string {
  const { schemas } = components;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(() => path.startsWith('/v1/'))
      .map(([method, operation]) => ({ path, method, operation })),
  );
  const types = operations.map(({ operation }) => formatOperation(operation));
  const rows = operations.map(({ path, method, operation }) => formatRow(path, method, operation, schemas));
  return [
    '// Generated from openapi.json by `npm run docs`; not to be edited.',
    '',
    ...Object.entries(schemas).map(([name, schema]) => formatNamed(name, schema)),
    '/** The codes of refusals. A newer service may have more. */',
    `export type ErrorCode = ${Object.keys(components.examples)
      .sort()
      .map((code) => `'${code}'`)
      .join(' | ')};\n`,
    '/** What each operation takes and answers, by its id in the OpenAPI document. */',
    `export interface Operations {\n${types.join('')}}`,
    '',
    '/** How each operation is asked. `items` names the list in the answer of one that answers pages. */',
    `export const operations = {\n${rows.join('')}} as const;`,
    '',
  ].join('\n');
}

/** An alias, which fits where any record is taken; an interface would not. */
function formatNamed(name: string, schema: Schema): string {
  return `${formatComment(schema.description, 0)}export type ${typeName(name)} = ${formatSchema(schema, 0)};\n`;
}

/** `Error` is a class of the language. */
function typeName(name: string): string {
  return name === 'Error' ? 'ErrorBody' : name;
}

function formatOperation(operation: Operation): string {
  const { operationId, summary, parameters = [] } = operation;
  const byPlace = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place);
  const body = operation.requestBody?.content[JSON_TYPE]?.schema;
  const lines = [
    `    params: ${formatParameters(byPlace('path'))};`,
    `    query: ${formatParameters(byPlace('query'))};`,
    `    body: ${body === undefined ? 'undefined' : formatSchema(body, 4) + (operation.requestBody?.required ? '' : ' | undefined')};`,
    `    response: ${formatResponse(operation)};`,
  ];
  return `${formatComment(summary, 2)}  ${operationId}: {\n${lines.join('\n')}\n  };\n`;
}

function formatRow(path: string, method: string, operation: Operation, schemas: Schemas): string {
  const keyed = operation.parameters?.some(({ name }) => name === 'Idempotency-Key') ?? false;
  const items = itemsOf(operation, schemas);
  const fields = [
    `method: '${method.toUpperCase()}'`,
    `path: '${path}'`,
    ...(keyed ? ['keyed: true'] : []),
    ...(items === undefined ? [] : [`items: '${items}'`]),
    ...(isFile(successOf(operation)) ? ['isFile: true'] : []),
  ];
  return `  ${operation.operationId}: { ${fields.join(', ')} },\n`;
}

/** The name of the list in an answer that has pages. */
function itemsOf(operation: Operation, schemas: Schemas): string | undefined {
  const schema = resolve(successOf(operation)?.[JSON_TYPE]?.schema, schemas);
  const hasOffset = operation.parameters?.some(({ name }) => name === 'offset') ?? false;
  if (!hasOffset || schema?.properties?.has_more === undefined) return undefined;
  return Object.entries(schema.properties).find(([, property]) => property.type === 'array')?.[0];
}

function resolve(schema: Schema | undefined, schemas: Schemas): Schema | undefined {
  return schema?.$ref === undefined ? schema : schemas[nameIn(schema.$ref)];
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function successOf({ responses }: Operation) {
  const [, success] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  return success?.content;
}

function formatResponse(operation: Operation): string {
  const contents = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => content);
  const shapes = contents.map((content) => {
    if (content === undefined) return 'undefined';
    if (isFile(content)) return 'Blob';
    const schema = content[JSON_TYPE]?.schema;
    return schema === undefined ? 'string' : formatSchema(schema, 4);
  });
  return [...new Set(shapes)].join(' | ');
}

/** Bytes, which no text can hold. */
function isFile(content: object | undefined): boolean {
  return content !== undefined && 'application/zip' in content;
}

function formatParameters(parameters: Parameter[]): string {
  if (parameters.length === 0) return 'Record<never, never>';
  const fields = parameters.map(
    ({ name, required, description, schema }) =>
      `${formatComment(description, 6)}      ${formatName(name)}${required ? '' : '?'}: ${formatSchema(schema, 6)};\n`,
  );
  return `{\n${fields.join('')}    }`;
}

function formatSchema(schema: Schema, indent: number): string {
  if (schema.$ref !== undefined) return typeName(nameIn(schema.$ref));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) {
    return [...new Set(branches.map((branch) => wrap(formatSchema(branch, indent))))].join(' | ');
  }
  if (Array.isArray(schema.type)) {
    return [...new Set(schema.type.map((type) => wrap(formatSchema({ ...schema, type }, indent))))].join(
      ' | ',
    );
  }
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array': {
      const items = schema.items ?? {};
      const text = formatSchema(items, indent);
      // Of objects: `wrap` takes what begins with one for one.
      return `${(items.anyOf ?? items.oneOf) && text.startsWith('{') ? `(${text})` : wrap(text)}[]`;
    }
    case 'object':
      return formatObject(schema, indent);
    default:
      return 'unknown';
  }
}

function formatObject(
  { properties = {}, required = [], additionalProperties, patternProperties = {} }: Schema,
  indent: number,
): string {
  const all = Object.entries(properties);
  if (all.length === 0) {
    // Fields by a pattern of their names, or whatever they are called.
    const [named] = Object.values(patternProperties);
    const value = named ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    return `Record<string, ${value === undefined ? 'unknown' : formatSchema(value, indent)}>`;
  }
  const pad = ' '.repeat(indent + 2);
  const fields = all.map(([name, property]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${formatComment(property.description, indent + 2)}${pad}${formatName(name)}${mark}: ${formatSchema(property, indent + 2)};\n`;
  });
  const more = additionalProperties === true ? `${pad}[field: string]: unknown;\n` : '';
  return `{\n${fields.join('')}${more}${' '.repeat(indent)}}`;
}

function wrap(type: string): string {
  return type.includes(' | ') && !type.startsWith('{') ? `(${type})` : type;
}

function formatName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
}

function formatComment(text: string | undefined, indent: number): string {
  if (text === undefined) return '';
  return `${' '.repeat(indent)}/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n`;
}
