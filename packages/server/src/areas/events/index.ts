import type { EventDeliveries } from '../../engine/delivery/index.ts';
import type {
  EventFeed,
  EventReader,
  LogAppender,
  ProvableLog,
  StoredEvent,
} from '../../engine/spine/index.ts';
import type { EventRun } from '../../engine/workflows/index.ts';
import type { AnyRoute, Authenticator } from '../../kit/http/index.ts';
import { eventCatalogRoutes } from './event-catalog.routes.ts';
import { eventDeliveriesRoutes } from './event-deliveries.routes.ts';
import { eventProofsRoutes } from './event-proofs.routes.ts';
import { eventStreamRoutes } from './event-stream.routes.ts';
import { publishEventRoutes } from './publish-event.routes.ts';
import { queryEventsRoutes } from './query-events.routes.ts';

export { MAX_STREAMS } from './event-stream.routes.ts';
export { eventsErrorDetails } from './events-errors.ts';

export interface EventsDependencies {
  appender: LogAppender;
  reader: EventReader;
}

/** Publishing, the query and the catalogue. */
export function eventsRoutes({ appender, reader }: EventsDependencies): AnyRoute[] {
  return [...publishEventRoutes(appender), ...queryEventsRoutes(reader), ...eventCatalogRoutes()];
}

export interface EventLogDependencies {
  reader: EventReader;
  log: ProvableLog;
  feed: EventFeed;
  /** Asked again while a stream is open, so that a revoked key ends it. */
  authenticator: Authenticator;
  deliveries: EventDeliveries;
  /** The workflow runs that an event started. */
  runsOf(event: StoredEvent): Promise<EventRun[]>;
}

/** What the log is beyond a list: single events, proofs, checkpoints, the export and the stream. */
export function eventLogRoutes(deps: EventLogDependencies): AnyRoute[] {
  return [...eventProofsRoutes(deps), ...eventDeliveriesRoutes(deps), ...eventStreamRoutes(deps)];
}

export { type EventSubscriptionDeps, eventSubscriptionRoutes } from './subscriptions/index.ts';
