export { openWebhooks } from './area.ts';
export { webhooksRoutes } from './routes.ts';
