export { openWebhooks } from './area.ts';
export { webhooksRoutes } from './routes.ts';
export { webhooksIdPrefixes } from './webhooks-ids.ts';
