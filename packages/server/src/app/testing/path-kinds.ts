import type { AnyRoute } from '../../kit/http/index.ts';

/** Of the ids that have no prefix, by how their form is described. */
const TRACE = 'trace';

/**
 * Of what kinds the ids are that end a route's path: their prefixes, and `trace`, as the description of the parameter has
 * them. Empty where it names none: what is not known by an id, such as a fingerprint.
 */
export function kindsOf({ path, params }: AnyRoute): string[] {
  const last = [...path.matchAll(/:([A-Za-z]+)/g)].at(-1)?.[1];
  const { properties = {} } = (params ?? {}) as { properties?: Record<string, { description?: string }> };
  const { description = '' } = (last === undefined ? undefined : properties[last]) ?? {};
  if (/^32 hex digits/.test(description)) return [TRACE];
  return [...description.matchAll(/`([a-z]{2,6})_…`/g)].flatMap(([, prefix]) => prefix ?? []);
}

/** The kind of an id. */
export function kindOf(id: string): string {
  return id.includes('_') ? id.slice(0, id.indexOf('_')) : TRACE;
}

/** Whether a path names a thing of the id's kind by it. An id that says no kind, or a path, may be of any. */
export function takesKindOf(route: AnyRoute, id: string): boolean {
  const kinds = kindsOf(route);
  return kinds.length === 0 || kinds.includes(kindOf(id));
}
