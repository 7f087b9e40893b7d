import { isDeepStrictEqual } from 'node:util';
import { type ConfigurationChange, changedFields, configurationEvents } from '../../catalog/index.ts';
import { subscriptionId } from '../envelope.ts';
import type { ReceiverSettings } from '../receiver/receiver-settings.ts';
import type { SubscriptionRecord } from './subscription-record.ts';

const fieldNames = {
  name: 'name',
  url: 'url',
  patterns: 'events',
  platform: 'platform',
  filter: 'filter',
  maxConcurrency: 'max_concurrency',
  ratePerSecond: 'rate_per_second',
  breaker: 'circuit_breaker',
  ordering: 'ordering',
} as const;

const receiverNames: readonly (keyof ReceiverSettings)[] = [
  ...(['retry', 'headers', 'auth', 'signature', 'format', 'transform', 'batch'] as const),
];

/** The audit events for an action on a subscription. */
export function subscriptionEvents(
  { id, orgId, face, name }: Pick<SubscriptionRecord, 'id' | 'orgId' | 'face' | 'name'>,
  action: ConfigurationChange['action'],
  fields?: readonly string[],
) {
  const thing = face === 'events' ? 'event_subscription' : 'webhook_subscription';
  return configurationEvents({
    orgId,
    thing,
    id: subscriptionId(face, id),
    action,
    name,
    ...(fields && { fields }),
  });
}

/** The changed settings by their API names; a sealed one counts as changed whenever it was sealed anew. */
export function changedSettings(before: SubscriptionRecord, after: SubscriptionRecord): string[] {
  const ofReceiver = receiverNames.filter(
    (name) => !isDeepStrictEqual(before.receiver[name], after.receiver[name]),
  );
  return [...changedFields(before, after, fieldNames), ...ofReceiver];
}
