export { RESPONSE_WINDOW_MS, sendAttempt } from './attempt.ts';
export { type Completion, deliveryTimeMs } from './completion.ts';
export { type ContentFilter, compileContentFilter } from './content-filter.ts';
export type { DeadLetter } from './dead-letters/dead-letter.repository.ts';
export type { DeadLetterQuery, DeadLetters } from './dead-letters/dead-letters.ts';
export type { Replay } from './dead-letters/replay.repository.ts';
export { DeliveryEngine } from './delivery-engine.ts';
export type { DeliveryEngineOptions } from './delivery-engine-options.ts';
export { deliveryErrors } from './delivery-errors.ts';
export { deliveryIdPrefixes } from './delivery-ids.ts';
export { createDeliveryOperations, type DeliveryOperationsPorts } from './delivery-operations.ts';
export { subscriptionId } from './envelope.ts';
export { type AttemptSums, type Ending, endings, timeBoundsMs } from './figures/attempt-figures.ts';
export { deliveryGauges } from './figures/delivery-gauges.repository.ts';
export {
  type DeliveryStatistics,
  type DeliveryStatisticsReader,
  type StatisticsRange,
  wholeBuckets,
} from './figures/delivery-statistics.ts';
export { type FigureSpan, figureSpans } from './figures/figures.repository.ts';
export { QueueFigures, sumQueueFigures } from './figures/queue-figures.ts';
export { ExaminationBudget as LooksOfEvent } from './filter-looks.ts';
export type {
  AttemptDetail,
  DeliveryDetail,
  DeliveryLog,
  LogFilter,
  LoggedAttempt,
} from './log/delivery-log.ts';
export type { DeliveryState, PayloadTest } from './log/delivery-search.repository.ts';
export type {
  DeliveryQuery,
  DeliverySearch,
  DeliverySearchPage,
  FoundDelivery,
  SearchPlaceMark,
} from './log/delivery-search.ts';
export { MAX_EXAMINED as MAX_LOOKED } from './log/delivery-search.ts';
export type { EventDeliveries, EventDelivery, Unmatched } from './log/event-deliveries.ts';
export type { TestResult } from './log/send-test-delivery.ts';
export type { NodeLiveness } from './node-liveness.ts';
export { readPayloadTest } from './payload-path.ts';
export { compilePlainFilter } from './plain-filter.ts';
export type {
  DeliveryPreview,
  PreviewedSubscription,
  PreviewRequest as WantedPreview,
} from './receiver/preview-delivery.ts';
export type { ReceiverInput, ReceiverSettings } from './receiver/receiver-settings.ts';
export type { PublishedKey } from './receiver/signing-key.repository.ts';
export { type AttemptInput, prepareRequest } from './request.ts';
export type { Resend } from './resends/resend.repository.ts';
export { MAX_RESENT } from './resends/resend-batch.ts';
export type { Resends } from './resends/resends.ts';
export { createRetrySchedule, defaultRetryDelaysSeconds, type RetrySchedule } from './retry-schedule.ts';
export { deliverySealedPlaces } from './sealed-places.ts';
export type { Delivery, Face, Subscription, SubscriptionStatus } from './subscription.ts';
export {
  createSubscriptionStore,
  type SubscriptionStore,
  secretContext,
} from './subscription-store.repository.ts';
export { MAX_ACTIVE_EVENTS_SUBSCRIPTIONS } from './subscriptions/create-subscription.ts';
export { followSubscriptionChanges } from './subscriptions/follow-changes.ts';
export {
  onFailureField,
  orderingField,
  readOrdering,
  toOrderingWire,
} from './subscriptions/ordering-wire.ts';
export { subscriptionEvents } from './subscriptions/subscription-events.ts';
export type { SubscriptionHealth } from './subscriptions/subscription-health.ts';
export type { SubscriptionPorts } from './subscriptions/subscription-ports.ts';
export {
  type NewSubscription,
  type SubscriptionChange,
  type SubscriptionPlatform,
  type SubscriptionRecord,
  subscriptionPlatforms,
} from './subscriptions/subscription-record.ts';
export { createSubscriptions, type Subscriptions } from './subscriptions/subscriptions.ts';
export {
  createDeliveryMaintenance,
  type DeliveryMaintenance,
  type DeliveryMaintenanceOptions,
} from './upkeep/delivery-maintenance.ts';
