import { Type } from 'typebox';
import { named } from '../../kit/http/index.ts';

/** An event as stored in the log. */
export const eventRecordSchema = named(
  'EventRecord',
  Type.Object({
    eventId: Type.String({ description: '`evt_…`' }),
    type: Type.String({
      description:
        'What happened, such as `order.created`. Facts of the platforms have the names of the catalogue.',
    }),
    source: Type.String({
      description: "The publisher's source, or the part of the service, such as `contracts`.",
    }),
    orgId: Type.String({ description: 'The organization whose log it is in, `org_…`.' }),
    timestamp: Type.String({ description: 'When it was accepted, by the database’s clock; UTC.' }),
    data: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'The payload. For facts of the platforms the catalogue has its schema.',
      },
    ),
    metadata: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'What accompanies the payload, such as `correlation_id`; `{}` for nothing.',
      },
    ),
  }),
);
