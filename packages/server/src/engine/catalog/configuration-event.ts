import { isDeepStrictEqual } from 'node:util';
import { actorIn } from '../../kit/acting.ts';
import type { FactData } from './catalog.ts';
import { factEvent } from './fact-event.ts';

type Told = FactData<'access_configuration_changed'>;

export interface ConfigurationChange extends Pick<Told, 'thing' | 'action'> {
  orgId: string;
  /** Its public id. Left out where the organization has one alone. */
  id?: string;
  /** Never one that could be a person's. */
  name?: string | null;
  /** The public id of what it belongs to. */
  partOf?: string;
  /** What is other than before, by its names in the API. */
  fields?: readonly string[];
}

/**
 * The event of a write of configuration, for the commit of that write. None where neither a person nor a key asked, as
 * when the service writes for itself, and none for a change that changed nothing.
 */
export function configurationEvents(change: ConfigurationChange) {
  const { orgId, thing, id, action, fields = [], name = null, partOf } = change;
  if (actorIn(orgId) === undefined || (action === 'changed' && fields.length === 0)) return [];
  const data = {
    thing,
    thing_id: id ?? null,
    action,
    fields: [...fields].sort(),
    name,
    part_of: partOf ?? null,
  };
  return [factEvent('access_configuration_changed', { orgId, source: 'access', data })];
}

/**
 * The fields that differ, by their names in the API: each name of `names` as it is, or the one that it says. Only what
 * is named is looked at, so nobody learns of columns.
 */
export function changedFields<T extends object>(
  before: T,
  after: T,
  names: Partial<Record<keyof T, string>>,
): string[] {
  const known = Object.entries(names) as [keyof T, string][];
  return known.flatMap(([name, told]) => (isDeepStrictEqual(before[name], after[name]) ? [] : [told]));
}
