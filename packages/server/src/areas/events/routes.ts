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
  /** For counting events against an organization's quota. */
  query: QueryRows;
  appender: LogAppender;
  reader: EventReader;
  log: ProvableLog;
  feed: EventFeed;
  /** Checked again while a stream is open, so that revoking a key ends it. */
  authenticator: Authenticator;
  /** Names of people (including former members) and keys, by public id. */
  namesOf(orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  deliveries: EventDeliveries;
  /** The workflow runs an event started. */
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
