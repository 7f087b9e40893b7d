import { Type } from 'typebox';
import { catalogEntries } from '../../engine/catalog/index.ts';
import { type AnyRoute, anyObject, defineRoute, named, ok, strictObject } from '../../kit/http/index.ts';

const platforms = ['contracts', 'outreach', 'application_review', 'system'] as const;

const catalogSchema = named(
  'EventCatalog',
  Type.Object({
    event_types: Type.Array(
      Type.Object({
        name: Type.String({ description: 'The event type.' }),
        platform: Type.String({ description: '`contracts`, `outreach`, `application_review` or `system`.' }),
        catalogs: Type.Array(Type.String(), { description: 'The catalogues that hold this name.' }),
        aliases: Type.Array(Type.String(), { description: 'Other event types of the same fact.' }),
        trigger: Type.String({ description: 'When it happens.' }),
        schema: anyObject('JSON Schema of `data`.'),
        sample: anyObject('A payload that fits the schema; test deliveries send it.'),
      }),
      { description: 'Every name, in the order of names.' },
    ),
    total: Type.Integer({ description: 'How many names the answer has.' }),
  }),
);

export function eventCatalogRoutes(): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/events/catalog',
      operationId: 'readEventCatalog',
      tag: 'Events',
      summary: 'Read the catalogue of event types',
      description:
        'Every name of every catalogue, with what triggers it, the schema of its payload and a sample. Your own types need no entry.',
      access: 'events:read',
      environments: true,
      limits: ['events_api'],
      query: strictObject({
        platform: Type.Optional(
          Type.Enum(platforms as unknown as string[], { description: 'Only the names of this platform.' }),
        ),
      }),
      responses: { 200: catalogSchema },
      handler: ({ query }) => {
        const entries = catalogEntries().filter(
          (entry) => query.platform === undefined || entry.platform === query.platform,
        );
        return ok({ event_types: entries, total: entries.length });
      },
    }),
  ];
}
