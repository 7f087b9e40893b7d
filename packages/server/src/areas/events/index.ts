export { openEvents } from './area.ts';
export { MAX_EXPORTS } from './event-proofs.routes.ts';
export { MAX_STREAMS } from './event-stream.routes.ts';
export { eventsErrorDetails } from './events-errors.ts';
export { eventsRoutes } from './routes.ts';
