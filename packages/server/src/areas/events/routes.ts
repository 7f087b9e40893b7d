import type { EventDeliveries, Subscriptions } from '../../engine/delivery/index.ts';
import type {
  EventFeed,
  EventReader,
  LogAppender,
  ProvableLog,
  StoredEvent,
} from '../../engine/spine/index.ts';
import type { EventRun } from '../../engine/workflows/index.ts';
import type { Clock } from '../../kit/clock.ts';
import type { QueryRows } from '../../kit/db/index.ts';
import type { AnyRoute, Authenticator } from '../../kit/http/index.ts';
import { auditRoutes } from './audit.routes.ts';
import { eventCatalogRoutes } from './event-catalog.routes.ts';
import { eventDeliveriesRoutes } from './event-deliveries.routes.ts';
import { eventProofsRoutes } from './event-proofs.routes.ts';
import { eventStreamRoutes } from './event-stream.routes.ts';
import { publishEventRoutes } from './publish-event.routes.ts';
import { queryEventsRoutes } from './query-events.routes.ts';
import { eventSubscriptionRoutes } from './subscriptions/index.ts';

export interface EventsService {
  clock: Clock;
  /** Counts events against the quota of an organization that has one. */
  query: QueryRows;
  appender: LogAppender;
  reader: EventReader;
  log: ProvableLog;
  feed: EventFeed;
  /** Asked again while a stream is open, so that a revoked key ends it. */
  authenticator: Authenticator;
  /** What people, also who left, and keys are called, by their public ids. */
  namesOf(orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  deliveries: EventDeliveries;
  /** The workflow runs that an event started. */
  runsOf(event: StoredEvent): Promise<EventRun[]>;
  subscriptions: Subscriptions;
}

/** The Events API. */
export function eventsRoutes(service: () => EventsService): AnyRoute[] {
  return [
    ...publishEventRoutes(service),
    ...queryEventsRoutes(service),
    ...auditRoutes(service),
    ...eventCatalogRoutes(),
    ...eventProofsRoutes(service),
    ...eventDeliveriesRoutes(service),
    ...eventStreamRoutes(service),
    ...eventSubscriptionRoutes(service),
  ];
}
