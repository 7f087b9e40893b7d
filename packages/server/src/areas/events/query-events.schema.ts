import { Type } from 'typebox';
import { pageQuery, strictObject, timestampField } from '../../kit/http/index.ts';
import { correlationIdField, eventRecordSchema, sourceField } from './event.schema.ts';

const MAX_PATTERN_LENGTH = 255;

/** The filters of the query and of the stream. */
export const filterQuery = {
  type: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_PATTERN_LENGTH,
      description:
        'A type, or a pattern: `prefix.*` (one or more segments below), `a.*.c` (one segment), `*` (all). What a platform published is found under each of its names in the catalogues.',
    }),
  ),
  source: Type.Optional(sourceField),
  orgId: Type.Optional(Type.String({ description: "The organization; only the API key's own." })),
  from: Type.Optional(timestampField('Earliest time, inclusive.')),
  to: Type.Optional(timestampField('Latest time, inclusive.')),
  correlationId: Type.Optional(correlationIdField),
};

export const queryEventsQuery = strictObject({
  ...filterQuery,
  ...pageQuery,
  as_of: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'Answer from the log as it was at this size (`as_of` of an earlier answer), so that pages do not shift while events arrive.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        '`next_cursor` of the page before, with the same filters: the next page of the same state of the log.',
    }),
  ),
});

export const eventPageSchema = Type.Object({
  events: Type.Array(eventRecordSchema),
  total: Type.Integer({ description: 'How many events match, exactly.' }),
  offset: Type.Integer(),
  limit: Type.Integer(),
  has_more: Type.Boolean(),
  as_of: Type.Integer({ description: 'The size of the log that this page was taken from.' }),
  next_cursor: Type.Optional(Type.String({ description: 'Asks for the next page; absent on the last.' })),
});
