import type { OpenSpan } from '../../kit/observability/index.ts';

/** An event as submitted to the spine. */
export interface NewEvent {
  orgId: string;
  type: string;
  source: string;
  data: object;
  metadata?: EventMetadata | undefined;
  /** A public `evt_` id to use; generated when absent. A second event with the same id is not written. */
  eventId?: string | undefined;
  /** The catalogue's fact key, if one of the platforms publishes it. */
  fact?: string | undefined;
}

export interface EventMetadata {
  correlationId?: string;
  userId?: string;
  orgId?: string;
  tags?: string[];
  [extra: string]: unknown;
}

/** An event with everything that is determined before it is written. `id` and `orgId` are UUIDs. */
export interface PendingEvent {
  id: string;
  orgId: string;
  type: string;
  source: string;
  /** Unix milliseconds. */
  occurredAt: number;
  correlationId: string | null;
  fact: string | null;
  /** The parsed payload; for matching only. */
  payload: object;
  /** Times the write; absent when tracing is off. */
  span: OpenSpan | undefined;
  /** Payload and metadata as JSON text; these bytes are stored, hashed and sent. */
  data: string;
  metadata: string;
}

/** An event with its position in its organization's log. */
export interface LoggedEvent extends PendingEvent {
  /** Gapless from 0, in commit order; the leaf index in the Merkle tree. */
  position: number;
  /** Workflow runs created in the same commit. */
  workflowRuns: number;
}
