import type { Content, PlacedOperation } from './openapi-document.ts';

export interface Samples {
  curl: string;
  /** Undefined for a route that the SDK does not have. */
  typescript: string | undefined;
}

/** How to call the operation with the values of its example, in a shell and in TypeScript. */
export function samplesOf(operation: PlacedOperation): Samples {
  return {
    curl: curlOf(operation),
    typescript: operation.path.startsWith('/v1/') ? sdkOf(operation) : undefined,
  };
}

/** Media type and body of the example. */
export function shownRequest({ requestBody }: PlacedOperation): [type: string, content: Content] | undefined {
  const contents = Object.entries(requestBody?.content ?? {});
  return contents.find(([, { example }]) => example !== undefined);
}

function curlOf(operation: PlacedOperation): string {
  const { method, path, parameters = [], security } = operation;
  const filled = path.replace(/\{(\w+)\}/g, (_all, name) =>
    String(exampleOf(operation, 'path')[name] ?? `{${name}}`),
  );
  const query = Object.entries(exampleOf(operation, 'query')).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$TRIVIUM_URL${filled}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
  ];
  if (security.length > 0) lines.push('-H "Authorization: Bearer $TRIVIUM_API_KEY"');
  if (parameters.some(({ name }) => name === 'Idempotency-Key') && !hasKeyInBody(operation))
    lines.push('-H "Idempotency-Key: $(openssl rand -hex 16)"');
  lines.push(...bodyOfCurl(operation));
  return lines.join(' \\\n  ');
}

/** A request with two different idempotency keys is refused. */
function hasKeyInBody(operation: PlacedOperation): boolean {
  const example = shownRequest(operation)?.[1].example;
  return typeof example === 'object' && example !== null && 'idempotency_key' in example;
}

function bodyOfCurl(operation: PlacedOperation): string[] {
  const shown = shownRequest(operation);
  if (shown === undefined) return [];
  const [type, { example }] = shown;
  if (type === 'multipart/form-data')
    return Object.entries(example as object).map(([name, value]) => `-F ${name}=${value}`);
  if (typeof example === 'string') return [`-H "Content-Type: ${type}"`, '--data-binary @leads.csv'];
  const json = JSON.stringify(example, null, 2).replaceAll("'", "'\\''");
  return [`-H "Content-Type: ${type}"`, `-d '${json}'`];
}

function sdkOf(operation: PlacedOperation): string {
  const { operationId } = operation;
  const params = exampleOf(operation, 'path');
  const query = exampleOf(operation, 'query');
  const [type, { example: body } = {}] = shownRequest(operation) ?? [];
  const given = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(body !== undefined && type === 'application/json' && { body }),
  };
  if (type !== undefined && type !== 'application/json') return uploadOf(operationId, type, given);
  const call = `await trivium.api.${operationId}(${Object.keys(given).length === 0 ? '' : literal(given)});`;
  return answersNothing(operation) ? call : `const answer = ${call}`;
}

function answersNothing({ responses }: PlacedOperation): boolean {
  return Object.entries(responses).every(([status, it]) => !status.startsWith('2') || !('content' in it));
}

const uploads: Record<string, [name: string, type: string]> = {
  'multipart/form-data': ['orders.zip', 'application/zip'],
  'text/csv': ['leads.csv', 'text/csv'],
};

function uploadOf(operationId: string, shownType: string, given: object): string {
  const [name, type] = uploads[shownType] ?? ['report.sarif', shownType];
  const call = `trivium.upload('${operationId}', file, '${type}', ${literal(given)})`;
  return `const file = await readFile('${name}');\nconst answer = await ${call};`;
}

function exampleOf({ parameters = [] }: PlacedOperation, place: 'path' | 'query'): Record<string, unknown> {
  const shown = parameters.filter((parameter) => parameter.in === place && parameter.example !== undefined);
  return Object.fromEntries(shown.map(({ name, example }) => [name, example]));
}

/** In the style of TypeScript: names without quotes, strings in single quotes. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(([name, part]) =>
    isList
      ? literal(part, inner)
      : `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`}: ${literal(part, inner)}`,
  );
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }'];
  const short = `${open}${parts.join(', ')}${close}`;
  if (parts.length === 0) return isList ? '[]' : '{}';
  if (short.length + indent.length <= 80 && !short.includes('\n')) return short;
  return `${open.trim()}\n${inner}${parts.join(`,\n${inner}`)},\n${indent}${close.trim()}`;
}
