import { type FactData, type FactKey, factByKey, primaryName } from '../../../engine/catalog/index.ts';
import type { NewEvent } from '../../../engine/spine/index.ts';

/** Where the area's events come from, as their `source` says. */
export const REVIEW_SOURCE = 'application_review';

/** A fact of the area as an event. All that belongs to one application carries its one correlation id. */
export function reviewEvent<Key extends FactKey>(
  fact: Key,
  subject: { orgId: string; correlationId: string },
  data: FactData<Key>,
): NewEvent {
  return {
    orgId: subject.orgId,
    type: primaryName(factByKey(fact)),
    source: REVIEW_SOURCE,
    fact,
    data: data as object,
    metadata: { correlationId: subject.correlationId },
  };
}
