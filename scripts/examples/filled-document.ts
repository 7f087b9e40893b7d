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

/** More ids of a kind would show nothing new, and the document stays small. */
const IDS_OF_A_KIND = 6;
/** Logs, which contain ids of things that no longer exist. */
const JOURNALS = ['/v1/events', '/v1/audit', '/v1/requests', '/v1/outreach/events', '/v1/review/events'];

/**
 * The document for one service and its data: parameters that are ids allow only existing ids, and the examples are
 * answers of this service. A program that generates requests from it then asks for things that exist.
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

/**
 * One thing of each kind may be deleted; the others are for all other operations. The only one of a kind is never
 * deleted.
 */
function shareOf(method: string, there: readonly string[]): readonly string[] {
  return method === 'delete' ? there.slice(1, 2) : there.filter((_, i) => i !== 1).slice(0, IDS_OF_A_KIND);
}

/** From every list without required parameters. */
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
