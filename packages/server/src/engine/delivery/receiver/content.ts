import { binaryHeaders, type CloudEventInput, cloudEventAttributes, structuredBody } from './cloud-event.ts';
import type { ReceiverFormat } from './receiver-settings.ts';

/** Headers that describe the body. */
export function contentHeaders(format: ReceiverFormat, input: CloudEventInput): Record<string, string> {
  switch (format) {
    case 'standard':
      return { 'content-type': 'application/json' };
    case 'cloudevents_structured':
      return { 'content-type': 'application/cloudevents+json' };
    case 'cloudevents_binary':
      return binaryHeaders(cloudEventAttributes(input));
  }
}

/** The same for a body that is an array of bodies. */
export function batchHeaders(format: ReceiverFormat, size: number): Record<string, string> {
  const type = format === 'standard' ? 'application/json' : 'application/cloudevents-batch+json';
  return { 'content-type': type, 'x-batch-size': String(size) };
}

/**
 * The body of one delivery in a format.
 *
 * @param envelope the interface's body
 * @param transformed replaces it, or the data of a CloudEvent, if the subscription has a transformation
 */
export function contentBody(
  format: ReceiverFormat,
  input: CloudEventInput,
  envelope: string,
  transformed: string | undefined,
): string {
  switch (format) {
    case 'standard':
      return transformed ?? envelope;
    case 'cloudevents_structured':
      return structuredBody(cloudEventAttributes(input), transformed ?? input.event.data);
    case 'cloudevents_binary':
      return transformed ?? input.event.data;
  }
}
