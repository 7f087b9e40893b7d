export { type OutreachPorts, type OutreachSettings, openOutreach } from './area.ts';
export { outreachEventIndex } from './books/events/event-index.ts';
export { outreachRoutes } from './routes.ts';
export { outreachErrors } from './terms/outreach-errors.ts';
export { outreachIdPrefixes } from './terms/outreach-ids.ts';
