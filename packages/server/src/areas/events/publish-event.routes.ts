import type { LogAppender } from '../../engine/spine/index.ts';
import { type AnyRoute, defineRoute } from '../../kit/http/index.ts';
import { newEventSchema, publishedSchema } from './event.schema.ts';
import { publishEvent } from './publish-event.ts';

export function publishEventRoutes(appender: LogAppender): AnyRoute[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/events',
      operationId: 'publishEvent',
      tag: 'Events',
      summary: 'Publish an event',
      description:
        'The event is durable, in the audit log and matched with all subscriptions when the answer comes.',
      access: 'events:write',
      limits: ['events_publish'],
      body: newEventSchema,
      exactNumbers: true,
      fieldErrors: { type: 'invalid_event_type' },
      responses: { 201: publishedSchema },
      errors: ['invalid_event_type', 'missing_required_field', 'forbidden'],
      handler: async ({ body, principal, headers, newId }) => {
        // Only a keyed request needs an id that it would be given again.
        const eventId = headers['idempotency-key'] === undefined ? undefined : newId('evt');
        return { status: 201, json: await publishEvent(appender, principal.orgId, body, eventId) };
      },
    }),
  ];
}
