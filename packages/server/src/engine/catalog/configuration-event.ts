import { isDeepStrictEqual } from 'node:util';
import { actorIn } from '../../kit/acting.ts';
import type { FactData } from './catalog.ts';
import { factEvent } from './fact-event.ts';

type Told = FactData<'access_configuration_changed'>;

export interface ConfigurationChange extends Pick<Told, 'thing' | 'action'> {
  orgId: string;
  /** Its public id. Omitted where the organization has only one. */
  id?: string;
  /** Never one that could be a person's. */
  name?: string | null;
  /** The public id of its parent. */
  partOf?: string;
  /** The changed fields, by their API names. */
  fields?: readonly string[];
}

/**
 * The event for a configuration change, to be committed with it. None when neither a person nor a key made
 * the change, such as when the service writes on its own, and none when nothing changed.
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
 * The changed fields by their API names: each name in `names` as it is, or the one it maps to. Only named
 * fields are compared, so internal columns are never revealed.
 */
export function changedFields<T extends object>(
  before: T,
  after: T,
  names: Partial<Record<keyof T, string>>,
): string[] {
  const known = Object.entries(names) as [keyof T, string][];
  return known.flatMap(([name, told]) => (isDeepStrictEqual(before[name], after[name]) ? [] : [told]));
}
