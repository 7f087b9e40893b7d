import { type FactData, type FactKey, factEvent } from '../../../engine/catalog/index.ts';
import type { NewEvent } from '../../../engine/spine/index.ts';

/** Where the area's events come from, as their `source` says. */
export const REVIEW_SOURCE = 'review';

/** A fact of the area as an event. All that belongs to one application carries one correlation id. */
export function reviewEvent<Key extends FactKey>(
  fact: Key,
  subject: { orgId: string; correlationId: string },
  data: FactData<Key>,
): NewEvent {
  return factEvent(fact, { ...subject, source: REVIEW_SOURCE, data });
}
