import type { Static } from 'typebox';
import { refuseReserved } from '../../engine/catalog/index.ts';
import type { LogAppender, LoggedEvent, NewEvent } from '../../engine/spine/index.ts';
import { formatTimestamp } from '../../engine/spine/index.ts';
import { AppError, invalidField } from '../../kit/errors/index.ts';
import type { Reply } from '../../kit/http/index.ts';
import { formatId } from '../../kit/ids.ts';
import type { newEventSchema } from './event.schema.ts';

export type EventInput = Static<typeof newEventSchema>;

/** Appends one event; resolves with the response once the event and everything it triggers are durable. */
export function publishEvent(
  appender: LogAppender,
  orgId: string,
  input: EventInput,
  eventId?: string,
): Promise<Reply> {
  return appender.append(toNewEvent(orgId, input, eventId)).then(answerPublished);
}

function answerPublished(event: LoggedEvent): Reply {
  return { status: 201, json: formatPublished(event) };
}

/** Checks what the schema cannot. `at` prefixes the name of the invalid field. */
export function toNewEvent(orgId: string, input: EventInput, eventId?: string, at = ''): NewEvent {
  const { type, source, data, metadata } = input;
  refuseReserved(type, `${at}type`);
  requireObject(data, `${at}data`);
  if (metadata !== undefined) {
    requireObject(metadata, `${at}metadata`);
    if (metadata.orgId !== undefined && metadata.orgId !== formatId('org', orgId)) {
      throw new AppError('forbidden', {
        message: `\`${at}metadata.orgId\` must be the organization of the API key, ${formatId('org', orgId)}. Correct it, or leave it out.`,
        field: `${at}metadata.orgId`,
      });
    }
  }
  return { orgId, type, source, data, metadata, eventId };
}

interface JsonWithRaw {
  isRawJSON(value: unknown): boolean;
}

/** A number kept exactly is an object in JavaScript, but not in JSON. */
function requireObject(value: object, field: string): void {
  if (!(JSON as unknown as JsonWithRaw).isRawJSON(value)) return;
  throw invalidField(field, `\`${field}\` must be an object.`);
}

/** The response for a published event, as JSON text. */
export function formatPublished(event: LoggedEvent): string {
  return (
    `{"eventId":"${formatId('evt', event.id)}","type":"${event.type}","timestamp":"${formatTimestamp(event.occurredAt)}",` +
    `"status":"published","workflowsTriggered":${event.workflowRuns}}`
  );
}
