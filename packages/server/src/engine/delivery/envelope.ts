import { formatId } from '../../kit/ids.ts';
import { platformOfName } from '../catalog/index.ts';
import { formatTimestamp } from '../spine/index.ts';
import { canonicalData, needsPreparing, prepareCanonical } from './canonical-data.ts';
import { signContractsPayload } from './contracts-payload.ts';
import type { DeliveredEvent, Face, Subscription } from './subscription.ts';

export interface EnvelopeInput {
  /** The delivery's UUID; the same for all attempts. */
  deliveryId: string;
  subscription: Pick<Subscription, 'id' | 'face' | 'platform'>;
  eventName: string;
  event: DeliveredEvent;
  /** Start of this attempt, Unix milliseconds. */
  sentAt: number;
  /** Signs the body field of the contracts platform. */
  secret: string;
  /** A sample, sent by the test endpoint. */
  test?: boolean;
}

/** The public id of a subscription: each API has its own prefix. */
export function subscriptionId(face: Face, uuid: string): string {
  return formatId(face === 'events' ? 'sub' : 'whs', uuid);
}

/**
 * The body of one attempt, as JSON text. It depends only on the input, so the delivery log can show the bytes
 * that were sent without storing them.
 */
export function formatEnvelope(input: EnvelopeInput): string {
  return input.subscription.face === 'events' ? eventsEnvelope(input) : webhooksEnvelope(input);
}

/**
 * Computes the expensive part of an envelope elsewhere, before it is formatted; undefined when there is none.
 * Without it, formatting computes the same.
 */
export function prepareEnvelope({
  subscription,
  event,
  eventName,
}: Pick<EnvelopeInput, 'subscription' | 'event' | 'eventName'>): Promise<void> | undefined {
  const isCanonical =
    subscription.face === 'webhooks' && platformFor(subscription, eventName) === 'contracts';
  return isCanonical && needsPreparing(event) ? prepareCanonical(event) : undefined;
}

export function platformFor({ platform }: EnvelopeInput['subscription'], eventName: string) {
  return platformOfName(eventName) ?? platform;
}

function eventsEnvelope({ subscription, event, sentAt, test }: EnvelopeInput): string {
  return (
    `{"subscriptionId":"${subscriptionId('events', subscription.id)}","deliveredAt":"${formatTimestamp(sentAt)}",` +
    `"event":{"eventId":"${formatId('evt', event.id)}","type":"${event.type}","source":${JSON.stringify(event.source)},` +
    `"timestamp":"${formatTimestamp(event.occurredAt)}","data":${event.data}}${test ? ',"test":true' : ''}}`
  );
}

function webhooksEnvelope(input: EnvelopeInput): string {
  const { subscription, event, eventName, deliveryId, test } = input;
  const platform = platformFor(subscription, eventName);
  const id = formatId('dlv', deliveryId);
  const subscription_id = subscriptionId('webhooks', subscription.id);
  const timestamp = formatTimestamp(event.occurredAt);
  if (platform === 'contracts') {
    const payload = {
      id,
      subscription_id,
      event: eventName,
      timestamp,
      platform,
      data: canonicalData(event),
      ...(test && { test }),
    };
    return signContractsPayload(payload, input.secret);
  }
  return (
    `{"id":"${id}","subscription_id":"${subscription_id}","event":"${eventName}","timestamp":"${timestamp}",` +
    `"platform":${platform === null ? 'null' : `"${platform}"`},"data":${event.data}${test ? ',"test":true' : ''}}`
  );
}
