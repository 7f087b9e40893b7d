import type { OperationExample } from './openapi-example.ts';
import { pascal } from './openapi-schemas.ts';
import type { AnyRoute } from './route.ts';

type Examples = Readonly<Record<string, OperationExample>>;

interface Link {
  operationId: string;
  parameters: Record<string, string>;
}

/** Links from answers that create something, by operation, and each link once for the components. */
export interface ApiLinks {
  ofOperation: ReadonlyMap<string, Record<string, { $ref: string }>>;
  components: Record<string, Link>;
}

/**
 * Which operations use what an answer created: `POST /v1/things` links to everything under `/v1/things/{id}`.
 * Every id carries its kind, so the recorded examples show which parameter takes which field, even where the
 * names differ.
 */
export function findLinks(routes: readonly AnyRoute[], examples: Examples): ApiLinks {
  const components: Record<string, Link> = {};
  const ofOperation = new Map<string, Record<string, { $ref: string }>>();
  const takers = routes.flatMap((route) => takerOf(route, examples[route.operationId]));
  for (const maker of routes) {
    const made = madeBy(maker, examples[maker.operationId]);
    if (made === undefined) continue;
    const links: Record<string, { $ref: string }> = {};
    for (const { operationId, kinds } of takers) {
      const parameters = fill(kinds, made);
      if (parameters === undefined || operationId === maker.operationId) continue;
      const link = { operationId, parameters };
      links[operationId] = { $ref: `#/components/links/${keep(components, link)}` };
    }
    if (Object.keys(links).length > 0) ofOperation.set(maker.operationId, links);
  }
  return { ofOperation, components };
}

interface Made {
  /** The kind of thing created. */
  kind: string;
  /** Where to find an id of each kind: in the answer or in the request's path. */
  places: Map<string, string>;
}

function madeBy({ method }: AnyRoute, example: OperationExample | undefined): Made | undefined {
  if (method !== 'POST' || example === undefined || example.response.status > 202) return undefined;
  const { body } = example.response;
  const places = new Map<string, string>();
  let own: string | undefined;
  for (const [name, value] of Object.entries((body ?? {}) as object)) {
    const kind = kindOf(value);
    if (kind === undefined) continue;
    // The first id is its own; those of its parents follow.
    own ??= kind;
    if (!places.has(kind)) places.set(kind, `$response.body#/${name}`);
  }
  for (const [name, value] of Object.entries(example.request.params ?? {})) {
    const kind = kindOf(value);
    if (kind !== undefined && kind !== own) places.set(kind, `$request.path.${name}`);
  }
  return own === undefined ? undefined : { kind: own, places };
}

interface Taker {
  operationId: string;
  /** Kind of each path parameter, in order. */
  kinds: [string, string][];
}

function takerOf({ operationId, path }: AnyRoute, example: OperationExample | undefined): Taker[] {
  const names = [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name ?? '');
  const kinds = names.map((name) => [name, kindOf(example?.request.params?.[name])] as const);
  const isKnown = kinds.length > 0 && kinds.every(([, kind]) => kind !== undefined);
  return isKnown ? [{ operationId, kinds: kinds as Taker['kinds'] }] : [];
}

/**
 * Parameter values taken from what was created; undefined where the operation is unrelated or a parameter
 * cannot be filled.
 */
function fill(kinds: Taker['kinds'], { kind, places }: Made): Record<string, string> | undefined {
  if (kinds.at(-1)?.[1] !== kind) return undefined;
  const filled = kinds.map(([name, one]) => [name, places.get(one)] as const);
  return filled.some(([, place]) => place === undefined)
    ? undefined
    : (Object.fromEntries(filled) as Record<string, string>);
}

/** `org` for `org_979598f6…`. */
function kindOf(value: unknown): string | undefined {
  return typeof value === 'string' ? /^([a-z]{2,5})_[0-9a-f]{32}$/.exec(value)?.[1] : undefined;
}

/** The link's name in the components. */
function keep(components: Record<string, Link>, link: Link): string {
  const wanted = JSON.stringify(link);
  for (let number = 1; ; number++) {
    const name = `${pascal(link.operationId)}${number === 1 ? '' : number}`;
    components[name] ??= link;
    if (JSON.stringify(components[name]) === wanted) return name;
  }
}
