import type { OperationExample } from '../../packages/server/src/kit/http/index.ts';

interface Parameter {
  name: string;
  in: string;
  schema: Record<string, unknown>;
  example?: unknown;
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** More of a kind show nothing new, and the document stays small. */
const IDS_OF_A_KIND = 6;
/** They tell ids of what is long gone. */
const JOURNALS = ['/v1/events', '/v1/audit', '/v1/requests', '/v1/outreach/events', '/v1/review/events'];

/**
 * The document of a service for what is in it: parameters that are ids allow the ids that there are, and the examples
 * are those that it answered itself. So a program that makes up requests from it asks for things that exist.
 */
export async function fillDocument(
  document: Document,
  examples: Readonly<Record<string, OperationExample>>,
  read: (path: string) => Promise<unknown>,
  spared: readonly string[],
): Promise<Document> {
  const ids = await readIds(document, read);
  for (const id of spared) ids.get(kindOf(id) ?? '')?.delete(id);
  const rows = Object.values(document.paths).flatMap((path) => Object.entries(path));
  for (const [method, operation] of rows) {
    const { request = {} } = examples[operation.operationId] ?? {};
    for (const parameter of operation.parameters ?? []) {
      if (parameter.in !== 'path') continue;
      const recorded = request.params?.[parameter.name];
      const there = [...(ids.get(kindOf(recorded) ?? '') ?? [])];
      fillParameter(parameter, recorded, shareOf(method, there));
    }
    const json = operation.requestBody?.content['application/json'];
    if (json?.example !== undefined && request.body !== undefined) json.example = request.body;
  }
  return document;
}

function fillParameter(parameter: Parameter, recorded: unknown, there: readonly string[]): void {
  if (there.length > 0) {
    parameter.schema = { type: 'string', enum: there };
    parameter.example = there[0];
  } else if (recorded !== undefined) parameter.example = recorded;
}

/** One of a kind is there to be deleted, the rest for everything else; what is there once stays. */
function shareOf(method: string, there: readonly string[]): readonly string[] {
  return method === 'delete' ? there.slice(1, 2) : there.filter((_, i) => i !== 1).slice(0, IDS_OF_A_KIND);
}

/** Of every list that needs no more than its address. */
async function readIds(
  document: Document,
  read: (path: string) => Promise<unknown>,
): Promise<Map<string, Set<string>>> {
  const ids = new Map<string, Set<string>>();
  for (const [path, { get }] of Object.entries(document.paths)) {
    if (get === undefined || path.includes('{') || !path.startsWith('/v1/') || JOURNALS.includes(path))
      continue;
    for (const id of JSON.stringify((await read(path)) ?? null).match(
      /(?<=")[a-z]{3,4}_[0-9a-zA-Z]{16,}(?=")/g,
    ) ?? []) {
      const kind = kindOf(id) ?? '';
      ids.set(kind, (ids.get(kind) ?? new Set()).add(id));
    }
  }
  return ids;
}

function kindOf(id: unknown): string | undefined {
  return typeof id === 'string' ? /^[a-z]{3,4}_/.exec(id)?.[0] : undefined;
}
