import { Type } from 'typebox';
import {
  type EventReader,
  eventRecordSchema,
  isEventPattern,
  recordOf,
  spineErrors,
} from '../../../engine/spine/index.ts';
import { AppError } from '../../../kit/errors/index.ts';
import {
  type AnyRoute,
  defineRoute,
  listOf,
  pageOf,
  pageQuery,
  parseTimestamp,
  type Reply,
  strictObject,
  textField,
  timestampField,
} from '../../../kit/http/index.ts';
import { required } from '../../../kit/required.ts';
import { requireApplication } from '../applications/find-application.ts';
import type { ReviewDatabase } from '../review-tables.ts';
import { findApplicationEvents } from './application-events.repository.ts';
import { REVIEW_SOURCE } from './review-event.ts';

const eventsQuery = strictObject({
  type: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'A type of any catalogue, or a pattern: `review.*` (one or more segments below), `*` (all).',
    }),
  ),
  application_id: Type.Optional(
    Type.String({ description: 'Only those about this application, `app_…`, whatever their correlation.' }),
  ),
  correlation_id: Type.Optional(textField(255, 'Only with this correlation id.')),
  from: Type.Optional(timestampField('Earliest time, inclusive.')),
  to: Type.Optional(timestampField('Latest time, inclusive.')),
  ...pageQuery,
});

interface EventsQuery {
  type?: string;
  application_id?: string;
  correlation_id?: string;
  from?: string;
  to?: string;
  limit?: number;
  offset?: number;
}

interface ReviewEventsPorts {
  db: ReviewDatabase;
  reader: EventReader;
}

/** The area's own view of the event log. */
export function reviewEventRoutes(service: () => ReviewEventsPorts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/review/events',
      operationId: 'queryReviewEvents',
      tag: 'Review',
      access: 'review:read',
      limits: ['review_queries'],
      reads: 'replica',
      summary: 'Query the events of application review',
      description: 'Newest first, with their whole payloads. `total` is exact.',
      query: eventsQuery,
      responses: { 200: listOf('events', eventRecordSchema) },
      errors: ['invalid_event_type', 'not_found'],
      handler: ({ principal, query }) => queryReviewEvents(service(), principal.orgId, query),
    }),
  ];
}

async function queryReviewEvents(
  { db, reader }: ReviewEventsPorts,
  orgId: string,
  query: EventsQuery,
): Promise<Reply> {
  if (query.type !== undefined && !isEventPattern(query.type)) {
    throw new AppError(spineErrors.invalid_event_type, {
      message: '`type` must be an event type such as `review.completed`, or a pattern such as `review.*`.',
      field: 'type',
    });
  }
  const { limit, offset } = pageOf(query);
  const filter = {
    type: query.type,
    correlationId: query.correlation_id,
    fromMs: query.from === undefined ? undefined : parseTimestamp(query.from),
    toMs: query.to === undefined ? undefined : parseTimestamp(query.to),
  };
  const page = { limit, offset };
  const applicationId = query.application_id;
  const found =
    applicationId === undefined
      ? required(await reader.findPage(orgId, { ...filter, source: REVIEW_SOURCE }, page), 'the page')
      : await findApplicationEvents(
          db,
          { orgId, applicationId: (await requireApplication(db, orgId, applicationId)).id },
          filter,
          page,
        );
  const texts: string[] = [];
  while (texts.length < found.positions.length) {
    const part = await reader.readPositions(orgId, found.positions.slice(texts.length));
    texts.push(...part.map(recordOf));
  }
  const hasMore = offset + texts.length < found.total;
  const tail = `"total":${found.total},"limit":${limit},"offset":${offset},"has_more":${hasMore}}`;
  return { status: 200, json: `{"events":[${texts.join(',')}],${tail}` };
}
