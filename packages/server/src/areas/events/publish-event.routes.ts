import { Type } from 'typebox';
import { takeEvents } from '../../engine/quotas/index.ts';
import { type LogAppender, spineErrors } from '../../engine/spine/index.ts';
import type { Clock } from '../../kit/clock.ts';
import type { QueryRows } from '../../kit/db/index.ts';
import { type AnyRoute, defineRoute, type Principal, strictObject } from '../../kit/http/index.ts';
import { newEventSchema, publishedSchema } from './event.schema.ts';
import { publishBatch } from './publish-batch.ts';
import { publishEvent } from './publish-event.ts';

export const MAX_BATCH_EVENTS = 500;

// One code for any invalid type in a batch, whichever event has it.
const batchTypeErrors = Object.fromEntries(
  Array.from({ length: MAX_BATCH_EVENTS }, (_, i) => [`events.${i}.type`, spineErrors.invalid_event_type]),
);

interface PublishPorts {
  appender: LogAppender;
  clock: Clock;
  query: QueryRows;
}

/** Only organizations with an event quota wait for the count. */
function count({ clock, query }: PublishPorts, { orgId, isMetered }: Principal, events: number) {
  return isMetered ? takeEvents(query, { orgId, events, clock }) : undefined;
}

export function publishEventRoutes(service: () => PublishPorts): AnyRoute[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/events',
      operationId: 'publishEvent',
      tag: 'Events',
      summary: 'Publish an event',
      description:
        'When the answer comes, the event is on disk, in the audit log and matched with all subscriptions.',
      access: 'events:write',
      limits: ['events_publish'],
      body: newEventSchema,
      exactNumbers: true,
      tellsActor: false,
      fieldErrors: { type: spineErrors.invalid_event_type },
      responses: { 201: publishedSchema },
      errors: ['invalid_event_type', 'missing_required_field', 'forbidden', 'daily_quota_used_up'],
      handler: ({ body, principal, headers, newId }) => {
        // Only requests with an idempotency key need an id that stays the same on a retry.
        const eventId = headers['idempotency-key'] === undefined ? undefined : newId('evt');
        const publish = () => publishEvent(service().appender, principal.orgId, body, eventId);
        const counted = count(service(), principal, 1);
        return counted === undefined ? publish() : counted.then(publish);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/events/batch',
      operationId: 'publishEventBatch',
      tag: 'Events',
      summary: `Publish up to ${MAX_BATCH_EVENTS} events at once`,
      description:
        'All events are published, in their order, or none. A batch counts as one request, and its body may be as large as that of one event.',
      access: 'events:write',
      limits: ['events_publish'],
      body: strictObject({
        events: Type.Array(newEventSchema, {
          minItems: 1,
          maxItems: MAX_BATCH_EVENTS,
          description: 'The events, in the order in which the log has them.',
        }),
      }),
      exactNumbers: true,
      tellsActor: false,
      fieldErrors: batchTypeErrors,
      responses: {
        201: Type.Object({
          events: Type.Array(publishedSchema, {
            description: 'One for each of the request, in the same order.',
          }),
        }),
      },
      errors: ['invalid_event_type', 'missing_required_field', 'forbidden', 'daily_quota_used_up'],
      handler: async ({ body, principal, headers, newId }) => {
        await count(service(), principal, body.events.length);
        const nextId = headers['idempotency-key'] === undefined ? undefined : () => newId('evt');
        return {
          status: 201,
          json: await publishBatch(service().appender, principal.orgId, body.events, nextId),
        };
      },
    }),
  ];
}
