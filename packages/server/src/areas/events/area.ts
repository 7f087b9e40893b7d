import type { Area } from '../../engine/area.ts';
import { type EventsService, eventsRoutes } from './routes.ts';

/** Publishing events and subscribing to them; reading, proving and following the log. */
export function openEvents(ports: EventsService): Area {
  return { routes: eventsRoutes(() => ports) };
}
