import type { OperationExample } from './openapi-example.ts';
import { pascal } from './openapi-schemas.ts';
import type { AnyRoute } from './route.ts';

type Examples = Readonly<Record<string, OperationExample>>;

interface Link {
  operationId: string;
  parameters: Record<string, string>;
}

/** Links of the answers that make something, by operation, and each link once for the components. */
export interface ApiLinks {
  ofOperation: ReadonlyMap<string, Record<string, { $ref: string }>>;
  components: Record<string, Link>;
}

/**
 * Which operations take what an answer made: `POST /v1/things` leads to all under `/v1/things/{id}`. Every id tells
 * its kind, so the recorded examples say which parameter takes which field, also where their names differ.
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
  /** The kind of what was made. */
  kind: string;
  /** Where an id of each kind is: in the answer, or in the path of the request. */
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
    // The first is its own; what it belongs to comes after.
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
  /** Of each parameter of the path, in order. */
  kinds: [string, string][];
}

function takerOf({ operationId, path }: AnyRoute, example: OperationExample | undefined): Taker[] {
  const names = [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name ?? '');
  const kinds = names.map((name) => [name, kindOf(example?.request.params?.[name])] as const);
  const isKnown = kinds.length > 0 && kinds.every(([, kind]) => kind !== undefined);
  return isKnown ? [{ operationId, kinds: kinds as Taker['kinds'] }] : [];
}

/** The parameters by what was made; undefined where it is not about that, or where one cannot be known. */
function fill(kinds: Taker['kinds'], { kind, places }: Made): Record<string, string> | undefined {
  if (kinds.at(-1)?.[1] !== kind) return undefined;
  const filled = kinds.map(([name, one]) => [name, places.get(one)] as const);
  return filled.some(([, place]) => place === undefined)
    ? undefined
    : (Object.fromEntries(filled) as Record<string, string>);
}

/** `org` of `org_979598f6…`. */
function kindOf(value: unknown): string | undefined {
  return typeof value === 'string' ? /^([a-z]{2,5})_[0-9a-f]{32}$/.exec(value)?.[1] : undefined;
}

/** The name under which the components have it. */
function keep(components: Record<string, Link>, link: Link): string {
  const wanted = JSON.stringify(link);
  for (let number = 1; ; number++) {
    const name = `${pascal(link.operationId)}${number === 1 ? '' : number}`;
    components[name] ??= link;
    if (JSON.stringify(components[name]) === wanted) return name;
  }
}
