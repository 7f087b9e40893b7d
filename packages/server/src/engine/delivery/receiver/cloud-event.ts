import { formatId } from '../../../kit/ids.ts';
import { formatTimestamp } from '../../spine/index.ts';
import { type EnvelopeInput, platformFor, subscriptionId } from '../envelope.ts';

/** CloudEvents 1.0 context attributes, and ours as extension attributes. */
export type CloudEventAttributes = Record<string, string | boolean>;

export type CloudEventInput = Pick<
  EnvelopeInput,
  'deliveryId' | 'subscription' | 'eventName' | 'event' | 'test'
>;

export function cloudEventAttributes(input: CloudEventInput): CloudEventAttributes {
  const { deliveryId, subscription, eventName, event, test } = input;
  const platform = platformFor(subscription, eventName);
  return {
    specversion: '1.0',
    id: formatId('evt', event.id),
    source: toUriReference(event.source),
    type: eventName,
    time: formatTimestamp(event.occurredAt),
    datacontenttype: 'application/json',
    deliveryid: formatId('dlv', deliveryId),
    subscriptionid: subscriptionId(subscription.face, subscription.id),
    ...(platform !== null && { platform }),
    ...(test && { test }),
  };
}

/** Structured mode: attributes and data in one JSON object. */
export function structuredBody(attributes: CloudEventAttributes, data: string): string {
  return `${JSON.stringify(attributes).slice(0, -1)},"data":${data}}`;
}

/** Binary mode: the body is the data, and the attributes are headers. */
export function binaryHeaders({
  datacontenttype,
  ...attributes
}: CloudEventAttributes): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': String(datacontenttype) };
  for (const [name, value] of Object.entries(attributes)) headers[`ce-${name}`] = encodeHeader(String(value));
  return headers;
}

/**
 * HTTP protocol binding 3.1.3.2: anything but printable ASCII, and spaces, quotes and percent signs, as UTF-8
 * in `%xx`.
 */
function encodeHeader(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\x21\x23\x24\x26-\x7e]/gu, (character) =>
      Array.from(
        Buffer.from(character),
        (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
      ).join(''),
    );
}

const URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[\w.~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$/;

/** Here a source may be any text; CloudEvents requires a URI reference. */
function toUriReference(source: string): string {
  if (URI.test(source)) return source;
  return source.toWellFormed().split('/').map(encodeURIComponent).join('/');
}
