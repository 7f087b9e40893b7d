export { type AttemptInput, buildRequest, RESPONSE_WINDOW_MS, sendAttempt } from './attempt.ts';
export type { Completion } from './completion.ts';
export { DeliveryEngine, type DeliveryEngineOptions, type NodeLiveness } from './delivery-engine.ts';
export { subscriptionId } from './envelope.ts';
export { createRetrySchedule, defaultRetryDelaysSeconds, type RetrySchedule } from './retry-schedule.ts';
export type { Delivery, Face, Subscription, SubscriptionStatus } from './subscription.ts';
export { createSubscriptionStore, type SubscriptionStore, secretContext } from './subscription-store.ts';
export { followSubscriptionChanges } from './subscriptions/follow-changes.ts';
export type { SubscriptionPorts } from './subscriptions/subscription-ports.ts';
export {
  type NewSubscription,
  type SubscriptionChange,
  type SubscriptionPlatform,
  type SubscriptionRecord,
  subscriptionPlatforms,
} from './subscriptions/subscription-record.ts';
export { createSubscriptions, type Subscriptions } from './subscriptions/subscriptions.ts';
