import { Type } from 'typebox';
import type { EventFeed } from '../../engine/spine/index.ts';
import { type AppError, invalidField } from '../../kit/errors/index.ts';
import {
  type AnyRoute,
  type Authenticator,
  defineRoute,
  grants,
  strictObject,
} from '../../kit/http/index.ts';
import { readFilter } from './event-filter-query.ts';
import { EventStream } from './event-stream.ts';
import { OpenStreams } from './open-streams.ts';
import { filterQuery } from './query-events.schema.ts';

export interface EventStreamDependencies {
  feed: EventFeed;
  authenticator: Authenticator;
  /** Concurrent streams per organization and node. */
  maxStreams?: number;
  heartbeatMs?: number;
  checkMs?: number;
}

export const MAX_STREAMS = 50;
const SCOPE = 'events:read';

export function eventStreamRoutes(service: () => EventStreamDependencies): AnyRoute[] {
  const open = new OpenStreams('streams');
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/events/stream',
      operationId: 'streamEvents',
      tag: 'Events',
      summary: 'Follow the log as server-sent events',
      description:
        'Every event that matches, in the order of the log, as it is committed. The id of each is its position. A client that sends it back as `Last-Event-ID` continues after it, without a gap or a repeat. Without it, and without `from_position`, the stream begins with the next event.',
      access: SCOPE,
      limits: ['events_api'],
      query: strictObject({
        ...filterQuery,
        from_position: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'Begin at this position of the log. `Last-Event-ID` comes before it.',
          }),
        ),
      }),
      responses: { 200: Type.String() },
      produces: 'text/event-stream',
      errors: ['invalid_event_type', 'forbidden', 'rate_limit_exceeded'],
      handler: async ({ query, headers, principal }) => {
        const { feed, authenticator, maxStreams = MAX_STREAMS, ...pace } = service();
        const { orgId } = principal;
        const filter = readFilter(orgId, query);
        const from = readLastEventId(headers['last-event-id']) ?? query.from_position;
        const release = open.take(orgId, maxStreams);
        try {
          const cursor = await feed.follow(orgId, filter, from);
          if (cursor === undefined) throw behindTheEnd(headers['last-event-id'] !== undefined);
          const stream = new EventStream({
            ...pace,
            cursor,
            isStillAllowed: async () => {
              const [token = ''] = /\S+$/.exec(String(headers.authorization)) ?? [];
              const now = await authenticator.authenticate(token);
              return now !== undefined && grants(now, SCOPE);
            },
            onEnd: release,
          });
          return { status: 200, stream, headers: streamHeaders };
        } catch (error) {
          release();
          throw error;
        }
      },
    }),
  ];
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Asks reverse proxies not to buffer the stream.
  'x-accel-buffering': 'no',
};

function readLastEventId(header: string | string[] | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  if (typeof header === 'string' && /^\d{1,15}$/.test(header)) return Number(header) + 1;
  throw invalidField(
    'Last-Event-ID',
    'Last-Event-ID must be the id of an event of this stream, a whole number.',
  );
}

function behindTheEnd(isResumed: boolean): AppError {
  const field = isResumed ? 'Last-Event-ID' : 'from_position';
  return invalidField(field, `\`${field}\` lies behind the end of the log.`);
}
