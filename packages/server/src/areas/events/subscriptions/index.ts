export { eventSubscriptionRoutes } from './subscription.routes.ts';
