import { type Static, Type } from 'typebox';
import { somebodyRecord } from '../../engine/acknowledgements/index.ts';
import { auditedThings, configurationThings } from '../../engine/catalog/index.ts';
import { named, nullable, pageQuery, strictObject, timestampField } from '../../kit/http/index.ts';
import { searchCoverage } from './query-events.schema.ts';

const MAX_ID_LENGTH = 64;

const idField = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: MAX_ID_LENGTH,
    pattern: '^[a-z]{3}_[0-9a-f]+$',
    patternHint: 'must be a public id, such as `usr_…`, `key_…` or `whs_…`',
    description,
  });

const subjectField = Type.Enum([...configurationThings, ...auditedThings].sort(), {
  type: 'string',
  description: 'The kind of thing that it was done to.',
});

export const auditQuery = strictObject({
  actor: Type.Optional(idField('Who did it: a person, `usr_…`, or an API key, `key_…`.')),
  thing: Type.Optional(subjectField),
  thing_id: Type.Optional(
    idField('What it was done to, or what that belongs to: a subscription has its portal links with it.'),
  ),
  from: Type.Optional(timestampField('Earliest time, inclusive.')),
  to: Type.Optional(timestampField('Latest time, inclusive.')),
  ...pageQuery,
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: '`next_cursor` of the page before, with the same filters.',
    }),
  ),
});

export const auditEntry = named(
  'AuditEntry',
  Type.Object({
    event_id: Type.String({ description: 'The event of the change, which can be proven like any other.' }),
    type: Type.String({ description: 'Type of that event.' }),
    timestamp: timestampField('When it was done.'),
    actor: nullable(somebodyRecord, 'Who did it; null for somebody who did not get in.'),
    action: Type.String({
      description:
        'What was done: `created`, `changed`, `deleted`, `paused`, `resumed`, `role_changed` and so on.',
    }),
    thing: subjectField,
    thing_id: nullable(Type.String(), 'Null if there is only one per organization.'),
    name: nullable(Type.String(), 'Its name at that time; for people and keys, their current name.'),
    fields: Type.Array(Type.String(), {
      description: 'The fields that changed, by their names in the API. Values are not included.',
    }),
    part_of: nullable(Type.String(), 'What it belongs to; null if it belongs to nothing.'),
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'The payload of the event.' }),
  }),
);

export type AuditEntry = Static<typeof auditEntry>;

export const auditPage = named(
  'AuditPage',
  Type.Object({
    entries: Type.Array(auditEntry, {
      description:
        'Events of this page, newest first. Fewer than `limit` does not mean the end: see `has_more`.',
    }),
    total: Type.Integer({ description: 'How many were found so far, including earlier pages.' }),
    limit: Type.Integer({ description: 'Maximum number of entries on a page.' }),
    offset: Type.Integer({ description: 'Number of matches before this page.' }),
    has_more: Type.Boolean({ description: 'There is more to search: follow `next_cursor`.' }),
    next_cursor: Type.Optional(Type.String({ description: 'Asks for the next page; absent on the last.' })),
    coverage: searchCoverage,
  }),
);
