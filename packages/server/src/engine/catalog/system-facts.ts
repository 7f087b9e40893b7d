import { Type } from 'typebox';
import { nullable } from '../../kit/http/index.ts';
import { defineFact } from './fact.ts';
import { count, fields, id, oneOf, text, timestamp } from './payload-fields.ts';

const receiverFields = {
  subscription_id: id('The subscription.'),
  api: oneOf(['events', 'webhooks'], 'API that the subscription was made with.'),
  host: text('Host name of the receiver; the full address may hold secrets.'),
};

const subscriptionFields = {
  ...receiverFields,
  failing_since: timestamp('When the first of the failures in a row happened.'),
  failed_attempts: count('Attempts that failed in a row.'),
};

const sampleReceiver = {
  subscription_id: 'whs_01a1e8e968777e1fa15e7862c7abe22a',
  api: 'webhooks',
  host: 'hooks.example.com',
} as const;

const sampleSubscription = {
  ...sampleReceiver,
  failing_since: '2026-11-17T18:20:11.004Z',
} as const;

/**
 * What the delivery engine reports about itself. These names are Trivium's own: they are in no catalogue of
 * the interface, and subscribers of both APIs get them under the same name.
 */
export const systemFacts = [
  defineFact({
    key: 'webhook_subscription_failing',
    platform: 'system',
    trigger: 'Deliveries to a subscription have only failed for some time.',
    names: { events: 'webhook.subscription.failing', webhooks: 'webhook.subscription.failing' },
    data: fields({
      ...subscriptionFields,
      last_response_code: nullable(
        Type.Integer({ minimum: 100, maximum: 999, description: 'Response code.' }),
        'Response code of the last attempt; null when there was no response.',
      ),
      last_error: nullable(text('Error.'), 'Why the last attempt failed; null when there was a response.'),
      disables_at: nullable(
        timestamp('When it will be disabled.'),
        'When the subscription will be disabled if nothing succeeds; null when it will not be.',
      ),
    }),
    sample: {
      ...sampleSubscription,
      failed_attempts: 50,
      last_response_code: 503,
      last_error: null,
      disables_at: '2026-11-22T18:20:11.004Z',
    },
  }),
  defineFact({
    key: 'webhook_subscription_blocked',
    platform: 'system',
    trigger: 'Deliveries of a subscription in order have come to wait behind a dead letter.',
    names: { events: 'webhook.subscription.blocked', webhooks: 'webhook.subscription.blocked' },
    data: fields({
      ...receiverFields,
      key: text('The first key that waits; empty when all events share one order, a long one by its hash.'),
      event_id: id('The event that it waits for: replay it, or drop it from the dead letters.'),
      blocked_since: timestamp('When the last attempt of that event failed.'),
    }),
    sample: {
      ...sampleReceiver,
      key: '1001',
      event_id: 'evt_01a1e8e968777e1fa15e7862c7abe22b',
      blocked_since: '2026-11-18T06:04:39.865Z',
    },
  }),
  defineFact({
    key: 'webhook_subscription_disabled',
    platform: 'system',
    trigger: 'A subscription was disabled after deliveries to it had only failed for too long.',
    names: { events: 'webhook.subscription.disabled', webhooks: 'webhook.subscription.disabled' },
    data: fields({
      ...subscriptionFields,
      reason: text('Why it was disabled, in one sentence.'),
      disabled_at: timestamp('When it was disabled.'),
    }),
    sample: {
      ...sampleSubscription,
      failed_attempts: 1_312,
      reason: 'No delivery succeeded for 5 days.',
      disabled_at: '2026-11-22T18:20:11.004Z',
    },
  }),
  defineFact({
    key: 'webhook_subscription_recovered',
    platform: 'system',
    trigger: 'A delivery to a failing subscription succeeded again.',
    names: { events: 'webhook.subscription.recovered', webhooks: 'webhook.subscription.recovered' },
    data: fields({
      ...subscriptionFields,
      recovered_at: timestamp('When the delivery succeeded.'),
    }),
    sample: {
      ...sampleSubscription,
      failed_attempts: 73,
      recovered_at: '2026-11-18T06:04:39.865Z',
    },
  }),
] as const;
