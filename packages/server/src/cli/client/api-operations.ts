import { readFileSync } from 'node:fs';
import { CommandError } from './command-error.ts';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

export interface ApiOperation {
  /** Absent if this version does not know the path. */
  id?: string;
  method: string;
  path: string;
  summary: string;
  /** Names of the parameters in the path and in the query. */
  inPath: string[];
  inQuery: string[];
  /** Media types of the body. */
  bodyTypes: string[];
  body: Schema | undefined;
  isStream: boolean;
}

interface Described {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Every operation of the OpenAPI document that this version of the service has at /openapi.json. */
export function readOperations(): ApiOperation[] {
  const file = new URL('../../../openapi.json', import.meta.url);
  const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, Described>>;
    components?: { schemas?: Record<string, Schema> };
  };
  const schemas = components?.schemas ?? {};
  return Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, described]) => toOperation(method, path, described, schemas)),
  );
}

function toOperation(
  method: string,
  path: string,
  described: Described,
  schemas: Record<string, Schema>,
): ApiOperation {
  const { operationId, summary, parameters = [], requestBody, responses } = described;
  const named = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name);
  const content = requestBody?.content ?? {};
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    inPath: named('path'),
    inQuery: named('query'),
    bodyTypes: Object.keys(content),
    get body() {
      return resolveSchema(content['application/json']?.schema, schemas);
    },
    isStream: Object.values(responses).some(({ content: answer }) => 'text/event-stream' in (answer ?? {})),
  };
}

/** Replaces references by the named schemas, as deep as the fields of a command line go. */
function resolveSchema(
  schema: Schema | undefined,
  schemas: Record<string, Schema>,
  depth = 6,
): Schema | undefined {
  if (schema === undefined || depth === 0) return schema;
  const { $ref, properties, items, anyOf } = schema;
  const resolve = (inner: Schema | undefined) => resolveSchema(inner, schemas, depth - 1);
  if ($ref !== undefined) return resolve(schemas[$ref.split('/').at(-1) ?? '']);
  const inner = Object.entries(properties ?? {}).map(([name, one]) => [name, resolve(one)]);
  return {
    ...schema,
    ...(properties !== undefined && { properties: Object.fromEntries(inner) }),
    ...(items !== undefined && { items: resolve(items) ?? {} }),
    ...(anyOf !== undefined && { anyOf: anyOf.map((one) => resolve(one) ?? {}) }),
  };
}

interface FoundOperation {
  operation: ApiOperation;
  /** Values from the given path. */
  params: Record<string, string>;
  query: Record<string, string>;
}

/** Finds an operation by its id, or by method and path; the method is GET if only a path is given. */
export function findOperation(first: string, second: string | undefined): FoundOperation {
  const method = first.toUpperCase();
  if (second !== undefined && !methods.has(method)) {
    throw new CommandError(`${first} is not a method. Use one of ${[...methods].join(', ')} before a path.`);
  }
  if (second !== undefined) return findByPath(method, second);
  if (first.startsWith('/')) return findByPath('GET', first);
  const all = readOperations();
  const operation = all.find(({ id }) => id === first);
  if (operation !== undefined) return { operation, params: {}, query: {} };
  throw new CommandError(
    `There is no operation ${first}.${suggest(first, all)} \`trivium api --list\` shows all.`,
  );
}

function findByPath(method: string, given: string): FoundOperation {
  if (!given.startsWith('/'))
    throw new CommandError(`A path begins with /, such as /v1/events, not ${given}.`);
  const { pathname, searchParams } = new URL(given, 'http://trivium');
  const query = Object.fromEntries(searchParams);
  const parts = pathname.split('/');
  const fits = ({ path, method: own }: ApiOperation) => {
    const template = path.split('/');
    const isSame = (part: string, i: number) => isParameter(part) || part === parts[i];
    return own === method && template.length === parts.length && template.every(isSame);
  };
  // `/events/catalog` also matches `/events/{eventId}`.
  const operation = readOperations()
    .filter(fits)
    .toSorted((a, b) => a.inPath.length - b.inPath.length)[0];
  if (operation === undefined) return { operation: unknownRoute(method, pathname), params: {}, query };
  const params = operation.path
    .split('/')
    .flatMap((part, i) =>
      isParameter(part) ? [[part.slice(1, -1), decodeURIComponent(parts[i] ?? '')]] : [],
    );
  return { operation, params: Object.fromEntries(params), query };
}

function isParameter(part: string): boolean {
  return part.startsWith('{');
}

/** A service may be newer than this command. */
function unknownRoute(method: string, path: string): ApiOperation {
  const bodyTypes = method === 'GET' || method === 'DELETE' ? [] : ['application/json'];
  return { method, path, summary: '', inPath: [], inQuery: [], bodyTypes, body: undefined, isStream: false };
}

/** Similar ids: the same letters in another case, or a part of the id. */
function suggest(given: string, all: readonly ApiOperation[]): string {
  const wanted = given.toLowerCase().replace(/[^a-z]/g, '');
  const close = all
    .flatMap(({ id }) => (id === undefined ? [] : [id]))
    .filter((id) => {
      const known = id.toLowerCase();
      return wanted.length > 3 && (known.includes(wanted) || wanted.includes(known));
    })
    .slice(0, 3);
  return close.length === 0 ? '' : ` Did you mean ${close.join(' or ')}?`;
}
