export { type OutreachPorts, type OutreachSettings, openOutreach } from './area.ts';
export { outreachEventIndex } from './books/events/event-index.ts';
export { outreachRoutes } from './routes.ts';
