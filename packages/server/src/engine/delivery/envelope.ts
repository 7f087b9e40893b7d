import { formatId } from '../../kit/ids.ts';
import { canonicalJson, signContractsPayload } from '../../kit/signing/index.ts';
import { platformOfName } from '../catalog/index.ts';
import { formatTimestamp } from '../spine/index.ts';
import type { DeliveredEvent, Face, Subscription } from './subscription.ts';

export interface EnvelopeInput {
  /** The delivery's UUID; the same over all attempts. */
  deliveryId: string;
  subscription: Pick<Subscription, 'id' | 'face' | 'platform'>;
  eventName: string;
  event: DeliveredEvent;
  /** Unix milliseconds of this attempt. */
  sentAt: number;
  /** Signs the body field of the contracts platform. */
  secret: string;
  /** A sample, sent by the test endpoint. */
  test?: boolean;
}

/** The public id of a subscription: each API knows its own by its own prefix. */
export function subscriptionId(face: Face, uuid: string): string {
  return formatId(face === 'events' ? 'sub' : 'whs', uuid);
}

/**
 * The body of one attempt, as JSON text. It follows from its input alone, so the log of
 * deliveries shows the bytes that were sent without storing them.
 */
export function formatEnvelope(input: EnvelopeInput): string {
  return input.subscription.face === 'events' ? eventsEnvelope(input) : webhooksEnvelope(input);
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
  const platform = platformOfName(eventName) ?? subscription.platform;
  const id = formatId('dlv', deliveryId);
  const subscription_id = subscriptionId('webhooks', subscription.id);
  const timestamp = formatTimestamp(event.occurredAt);
  if (platform === 'contracts') {
    const data = canonicalData(event.data);
    const payload = {
      id,
      subscription_id,
      event: eventName,
      timestamp,
      platform,
      data,
      ...(test && { test }),
    };
    return signContractsPayload(payload, input.secret);
  }
  return (
    `{"id":"${id}","subscription_id":"${subscription_id}","event":"${eventName}","timestamp":"${timestamp}",` +
    `"platform":${platform === null ? 'null' : `"${platform}"`},"data":${event.data}${test ? ',"test":true' : ''}}`
  );
}

/** The payload as canonical JSON can express it; an unpaired surrogate, which has no bytes, becomes U+FFFD. */
function canonicalData(data: string): unknown {
  const parsed: unknown = JSON.parse(data);
  try {
    canonicalJson(parsed);
    return parsed;
  } catch {
    return JSON.parse(JSON.stringify(parsed).replace(/\\ud[89a-f][0-9a-f]{2}/g, '\\ufffd'), (_key, value) =>
      typeof value === 'number' && !Number.isFinite(value) ? null : value,
    );
  }
}
