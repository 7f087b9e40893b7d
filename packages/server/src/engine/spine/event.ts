import type { OpenSpan } from '../../kit/observability/index.ts';

/** What a caller hands to the spine. */
export interface NewEvent {
  orgId: string;
  type: string;
  source: string;
  data: object;
  metadata?: EventMetadata | undefined;
  /** A public `evt_` id to use; made when absent. A second event with the same id is not written. */
  eventId?: string | undefined;
  /** The key of the catalogue's fact, when one of the platforms publishes it. */
  fact?: string | undefined;
}

export interface EventMetadata {
  correlationId?: string;
  userId?: string;
  orgId?: string;
  tags?: string[];
  [extra: string]: unknown;
}

/** An event with everything that is fixed before it is written. `id` and `orgId` are UUIDs. */
export interface PendingEvent {
  id: string;
  orgId: string;
  type: string;
  source: string;
  /** Unix milliseconds. */
  occurredAt: number;
  correlationId: string | null;
  fact: string | null;
  /** The payload as parsed; for matching only. */
  payload: object;
  /** Times how it is written; where traces are off there is none. */
  span: OpenSpan | undefined;
  /** The payload and metadata as JSON text; these bytes are what is stored, hashed and sent. */
  data: string;
  metadata: string;
}

/** An event at its place in the log of its organization. */
export interface LoggedEvent extends PendingEvent {
  /** Gapless from 0, in commit order; the leaf index in the Merkle tree. */
  position: number;
  /** Workflow runs that were created in the same commit. */
  workflowRuns: number;
}
