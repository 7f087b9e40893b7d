import { Type } from 'typebox';
import { eventRecordSchema } from '../../engine/spine/index.ts';
import { named, pageQuery, strictObject, textField, timestampField } from '../../kit/http/index.ts';
import { correlationIdField, sourceField } from './event.schema.ts';

const MAX_PATTERN_LENGTH = 255;

/** Filters shared by the query and the stream. */
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
  orgId: Type.Optional(Type.String({ description: 'The organization; only that of the API key.' })),
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

export const searchEventsQuery = strictObject({
  ...filterQuery,
  payload: Type.Optional(
    textField(
      1_000,
      'A value in the payload: `data.order_id=1001`, `data.items.0.sku=A-7`. Compares text, numbers, `true`, `false` and `null`. `1001` also finds `1001.0` and the text `1001`. Several with ` & ` between: `data.order_id=1001 & data.currency=EUR`. Left out, every payload will do.',
    ),
  ),
  ...pageQuery,
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: '`next_cursor` of the page before, with the same filters.',
    }),
  ),
});

export const searchCoverage = named(
  'SearchCoverage',
  Type.Object(
    {
      complete: Type.Boolean({
        description: 'True if all events that match the other filters were searched.',
      }),
      looked_at: Type.Integer({ description: 'Events that this request searched.' }),
    },
    {
      description:
        'How far the search got. One request searches at most 10,000 events and 32 MiB of payloads. A page may then be short, or empty.',
    },
  ),
);

export const eventSearchSchema = Type.Object({
  events: Type.Array(eventRecordSchema, {
    description: 'Events of this page. Fewer than `limit`, or none, does not mean the end: see `has_more`.',
  }),
  total: Type.Integer({ description: 'How many were found so far, including earlier pages.' }),
  limit: Type.Integer({ description: 'Maximum number of entries on a page.' }),
  offset: Type.Integer({ description: 'Number of matches before this page.' }),
  has_more: Type.Boolean({ description: 'There is more to search: follow `next_cursor`.' }),
  next_cursor: Type.Optional(Type.String({ description: 'Asks for the next page; absent on the last.' })),
  coverage: searchCoverage,
});

export const eventPageSchema = named(
  'EventPage',
  Type.Object({
    events: Type.Array(eventRecordSchema, { description: 'Events of this page, newest first.' }),
    total: Type.Integer({ description: 'How many events match, exactly.' }),
    offset: Type.Integer({ description: 'Number of entries before this page.' }),
    limit: Type.Integer({ description: 'Maximum number of entries on a page.' }),
    has_more: Type.Boolean({ description: 'There are more: follow `next_cursor`.' }),
    as_of: Type.Integer({ description: 'The size of the log that this page was taken from.' }),
    next_cursor: Type.Optional(Type.String({ description: 'Asks for the next page; absent on the last.' })),
  }),
);
