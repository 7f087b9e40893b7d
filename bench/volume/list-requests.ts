import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Filling } from './fill/filling.ts';
import { readIds } from './sample-values.ts';

/** A page that somebody may ask for. */
export interface PageRequest {
  /** Operation, and what is asked of it: a filter, or how deep the page lies. */
  name: string;
  path: string;
  /** The page behind a cursor: where the first one says that it goes on. */
  isNext: boolean;
}

interface Parameter {
  name: string;
  in: string;
  schema: { type?: string; enum?: (string | number)[] };
}

interface Operation {
  operationId: string;
  parameters?: (Parameter | { $ref: string })[];
}

interface ApiDocument {
  paths: Record<string, { get?: Operation }>;
  components: { parameters?: Record<string, Parameter> };
}

const DOCUMENT = join(import.meta.dirname, '../../packages/server/openapi.json');
/** Rows in front of a page that lies deep. */
const DEEP = 100_000;
/** These answer for as long as the caller listens, or read the whole log. */
const endless = new Set(['streamEvents', 'exportEvents']);
const placed = new Set(['limit', 'offset', 'cursor', 'as_of', 'from_position', 'to_position', 'orgId']);

/** Every GET of the route table: the first page, one behind each filter's values, a deep one, and the next. */
export async function listRequests(
  filling: Pick<Filling, 'query' | 'orgId'>,
): Promise<{ requests: PageRequest[]; left: string[] }> {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as ApiDocument;
  const ids = await readIds(filling);
  const requests: PageRequest[] = [];
  const left: string[] = [];
  for (const [template, { get }] of Object.entries(document.paths)) {
    if (get === undefined || endless.has(get.operationId)) continue;
    const path = await fillPath(template, ids, filling);
    if (path === undefined) left.push(get.operationId);
    else requests.push(...requestsOf(get, path, document, ids));
  }
  return { requests, left };
}

async function fillPath(
  template: string,
  ids: ReadonlyMap<string, string>,
  { query, orgId }: Pick<Filling, 'query' | 'orgId'>,
): Promise<string | undefined> {
  const open = template.indexOf('{');
  if (open < 0) return template;
  const owner = template.slice(0, open);
  const known =
    ids.get(owner) ??
    ids.get(['/v1/events/proofs/', '/v1/events/deliveries/'].includes(owner) ? '/v1/events/' : '');
  if (known === undefined) return undefined;
  const path = template.replace(/\{[^}]+\}/, known);
  if (!path.includes('{')) return path;
  if (!path.endsWith('/runs/{runId}')) return undefined;
  const [run] = await query<{ id: string }>('select id from workflow_runs where org_id = $1 limit 1', [
    orgId,
  ]);
  return run && path.replace('{runId}', `run_${run.id.replaceAll('-', '')}`);
}

function requestsOf(
  get: Operation,
  path: string,
  document: ApiDocument,
  ids: ReadonlyMap<string, string>,
): PageRequest[] {
  const parameters = (get.parameters ?? []).map((one) => ('$ref' in one ? resolve(document, one.$ref) : one));
  const names = new Set(parameters.filter((one) => one.in === 'query').map(({ name }) => name));
  const base = names.has('limit') ? '?limit=100' : '?';
  const request = (name: string, query = '', isNext = false): PageRequest => ({
    name: `${get.operationId} ${name}`,
    path: `${path}${base}${query}`,
    isNext,
  });
  const filters = parameters
    .filter((one) => one.in === 'query' && !placed.has(one.name))
    .flatMap((one) =>
      valuesOf(one, path, ids).map((value) =>
        request(`${one.name}=${value}`, `&${one.name}=${encodeURIComponent(value)}`),
      ),
    );
  return [
    request('first'),
    ...(names.has('offset') ? [request('deep', `&offset=${DEEP}`)] : []),
    ...(names.has('cursor') ? [request('next', '', true)] : []),
    ...filters,
  ];
}

function resolve({ components }: ApiDocument, ref: string): Parameter {
  const found = components.parameters?.[ref.slice(ref.lastIndexOf('/') + 1)];
  if (found === undefined) throw new Error(`${ref} is not in the document`);
  return found;
}

const DAY_MS = 86_400_000;

/** What to filter by; a filter without a value here fails, so that a new one is not forgotten. */
function valuesOf({ name, schema }: Parameter, path: string, ids: ReadonlyMap<string, string>): string[] {
  if (path.endsWith('/consistency')) return [];
  if (schema.enum !== undefined) return schema.enum.map(String);
  if (schema.type === 'boolean') return ['true', 'false'];
  const id = (place: string) => [ids.get(place) ?? ''];
  const known: Record<string, () => string[]> = {
    actor: () => id('/v1/keys/'),
    agent_id: () => id('/v1/outreach/agents/'),
    application_id: () => id('/v1/review/applications/'),
    campaign_id: () => id('/v1/outreach/campaigns/'),
    code: () => ['not_found', 'conflict'],
    correlationId: () => ['cor_7'],
    correlation_id: () => ['cor_7'],
    country: () => ['Germany', 'Nowhere'],
    days: () => ['30'],
    event: () => ['shop.order.paid', 'shop.plan.held', 'shop.*', 'nothing.happened'],
    event_id: () => id('/v1/events/'),
    file: () => ['src/part-3.js'],
    from: () => [
      new Date(Date.now() - 7 * DAY_MS).toISOString(),
      new Date(Date.now() - 300 * DAY_MS).toISOString(),
    ],
    group_by: () => ['agent', 'campaign', 'day'],
    lead_id: () => id('/v1/outreach/leads/'),
    min_score: () => ['50'],
    most: () => ['1000'],
    name: () => ['Application 3'],
    network: () => ['devnet'],
    payload: () => ['data.order_id=ord_8f2c51d07a3b4e9c', 'data.order_id=none'],
    q: () => ['person', 'nobody.has.this'],
    response_code: () => ['5xx', '404'],
    revision: () => ['1679091c5a880faf6fb5e6087eb1b2dc'],
    route: () => ['/v1/webhooks/subscriptions'],
    rule_id: () => ['sql_injection'],
    source: () => ['service-0', 'service-19'],
    source_id: () => ['source-3', 'source-none'],
    status: () => ['200', '404'],
    subscription_id: () => id('/v1/webhooks/subscriptions/'),
    tag: () => ['fair 2024', 'alumni'],
    template_id: () => ['erc20'],
    thing_id: () => ['whs_0'],
    to: () => [path.includes('sandbox') ? 'person' : new Date(Date.now() - 7 * DAY_MS).toISOString()],
    type: () => [path.includes('outreach') ? 'communication.sent' : 'shop.order.*', '*'],
  };
  const values = known[name];
  if (values === undefined) throw new Error(`no value for the filter ${name} of ${path}`);
  return values();
}
