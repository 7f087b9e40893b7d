export { type EventSubscriptionDeps, eventSubscriptionRoutes } from './subscription.routes.ts';
