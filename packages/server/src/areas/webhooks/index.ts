export { type WebhooksService, webhooksRoutes } from './routes.ts';
