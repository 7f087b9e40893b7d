import { type FactData, type FactKey, factEvent } from '../../engine/catalog/index.ts';
import { formatId } from '../../kit/ids.ts';

interface EventDetails<Key extends FactKey> {
  orgId: string;
  data: FactData<Key>;
  /** UUID of the person, when no request is running on their behalf yet. */
  by?: string;
}

/** Builds the event for a fact of this area. */
export function accessEvent<Key extends FactKey>(key: Key, { orgId, data, by }: EventDetails<Key>) {
  const event = factEvent(key, { orgId, source: 'access', data });
  return by === undefined ? event : { ...event, metadata: { actor: formatId('usr', by) } };
}
