import type { AnyRoute } from '../../kit/http/index.ts';

/** The kind of ids without a prefix, known by the description of their form. */
const TRACE = 'trace';

/**
 * The kinds of ids that can be last in a route's path: their prefixes, or `trace`, from the description of the
 * parameter. Empty if it names none, because the parameter is not an id, such as a fingerprint.
 */
export function kindsOf({ path, params }: AnyRoute): string[] {
  const last = [...path.matchAll(/:([A-Za-z]+)/g)].at(-1)?.[1];
  const { properties = {} } = (params ?? {}) as { properties?: Record<string, { description?: string }> };
  const { description = '' } = (last === undefined ? undefined : properties[last]) ?? {};
  if (/^32 hex digits/.test(description)) return [TRACE];
  return [...description.matchAll(/`([a-z]{2,6})_…`/g)].flatMap(([, prefix]) => prefix ?? []);
}

export function kindOf(id: string): string {
  return id.includes('_') ? id.slice(0, id.indexOf('_')) : TRACE;
}

/** Whether a path takes an id of this kind. If the path names no kind, it may take any. */
export function acceptsKindOf(route: AnyRoute, id: string): boolean {
  const kinds = kindsOf(route);
  return kinds.length === 0 || kinds.includes(kindOf(id));
}
