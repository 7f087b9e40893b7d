export { type AttemptInput, buildRequest, RESPONSE_WINDOW_MS, sendAttempt } from './attempt.ts';
export type { Completion } from './completion.ts';
export { DeliveryEngine, type DeliveryEngineOptions, type NodeLiveness } from './delivery-engine.ts';
export { subscriptionId } from './envelope.ts';
export { createRetrySchedule, defaultRetryDelaysSeconds, type RetrySchedule } from './retry-schedule.ts';
export type { Delivery, Face, Subscription, SubscriptionStatus } from './subscription.ts';
export { createSubscriptionStore, type SubscriptionStore, secretContext } from './subscription-store.ts';
