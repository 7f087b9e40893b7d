import type { Area } from '../../engine/area.ts';
import { type EventsService, eventsRoutes } from './routes.ts';

/** Publishing and subscribing to events; reading, proving and following the log. */
export function openEvents(ports: EventsService): Area {
  return { routes: eventsRoutes(() => ports) };
}
