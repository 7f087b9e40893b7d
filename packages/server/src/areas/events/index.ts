export { MAX_STREAMS } from './event-stream.routes.ts';
export { type EventsService, eventsRoutes } from './routes.ts';
