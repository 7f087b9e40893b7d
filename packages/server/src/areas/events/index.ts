import type { EventReader, LogAppender } from '../../engine/spine/index.ts';
import type { AnyRoute } from '../../kit/http/index.ts';
import { publishEventRoutes } from './publish-event.routes.ts';
import { queryEventsRoutes } from './query-events.routes.ts';

export interface EventsDependencies {
  appender: LogAppender;
  reader: EventReader;
}

/** The rows of the Events API, its subscriptions apart. */
export function eventsRoutes({ appender, reader }: EventsDependencies): AnyRoute[] {
  return [...publishEventRoutes(appender), ...queryEventsRoutes(reader)];
}

export { type EventSubscriptionDeps, eventSubscriptionRoutes } from './subscriptions/index.ts';
