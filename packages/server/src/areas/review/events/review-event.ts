import { type FactData, type FactKey, factEvent } from '../../../engine/catalog/index.ts';
import type { NewEvent } from '../../../engine/spine/index.ts';
import { DEPTH_FIELD } from '../../../engine/workflows/index.ts';

/** The `source` of the area's events. */
export const REVIEW_SOURCE = 'review';

/**
 * The organization of an event, and what it belongs to: the application, or the event on which a workflow
 * requested a review.
 */
export interface EventSubject {
  orgId: string;
  correlationId: string;
  /** Of a review that a workflow requested. */
  workflowDepth?: number | null;
}

/** Builds the event for a fact of the area. */
export function reviewEvent<Key extends FactKey>(
  fact: Key,
  { orgId, correlationId, workflowDepth }: EventSubject,
  data: FactData<Key>,
): NewEvent {
  const event = factEvent(fact, { orgId, correlationId, source: REVIEW_SOURCE, data });
  if (workflowDepth == null) return event;
  return { ...event, metadata: { correlationId, [DEPTH_FIELD]: workflowDepth } };
}

/** The subject of all events of a review. */
export function reviewSubject(review: {
  org_id: string;
  correlation_id: string;
  workflow_depth: number | null;
}): EventSubject {
  return {
    orgId: review.org_id,
    correlationId: review.correlation_id,
    workflowDepth: review.workflow_depth,
  };
}

/** The subject of all events of an application. */
export function subjectOf(application: { org_id: string; correlation_id: string }): EventSubject {
  return { orgId: application.org_id, correlationId: application.correlation_id };
}
