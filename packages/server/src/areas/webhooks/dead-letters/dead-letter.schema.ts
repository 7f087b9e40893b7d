import { type Static, Type } from 'typebox';
import { type DeadLetter, type Replay, subscriptionId } from '../../../engine/delivery/index.ts';
import { listOf, named, nullable, pageQuery, strictObject, timestampField } from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';

export const deadLetterParams = Type.Object({
  eventId: Type.String({ description: 'The id of an event, `evt_…`.' }),
});

export const replayParams = Type.Object({
  replayId: Type.String({ description: 'The id of a replay, `rpl_…`.' }),
});

const filters = {
  subscription_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only of this subscription.' })),
  event: Type.Optional(Type.String({ maxLength: 255, description: 'An event name or pattern.' })),
  from: Type.Optional(timestampField('Only those whose last attempt failed at or after this time.')),
  to: Type.Optional(timestampField('Only those whose last attempt failed before this time.')),
};

export const listDeadLettersQuery = strictObject({ ...pageQuery, ...filters });

export const subscriptionQuery = strictObject({ subscription_id: filters.subscription_id });

export const replayAllBody = strictObject({
  ...filters,
  all: Type.Optional(
    Type.Boolean({ description: 'True to replay everything; needed when no filter is given.' }),
  ),
});

export const deadLetterList = listOf(
  'dead_letters',
  named(
    'DeadLetter',
    Type.Object({
      event_id: Type.String({ description: '`evt_…`' }),
      subscription_id: Type.String({ description: '`whs_…`, or `sub_…` for one of the Events API.' }),
      delivery_id: Type.String({ description: '`dlv_…`' }),
      event: Type.String({ description: 'The name under which the subscriber knows the event.' }),
      failed_at: timestampField('When the last attempt failed.'),
      attempts: Type.Integer({ description: 'Number of attempts.' }),
      last_response_code: nullable(Type.Integer(), 'Null when no response head arrived.'),
      last_error: Type.String({ description: 'Why the last attempt failed.' }),
    }),
  ),
);

export const replayedEvent = named(
  'ReplayedEvent',
  Type.Object({
    event_id: Type.String({ description: '`evt_…`' }),
    replayed: Type.Integer({ description: 'Deliveries that are back in the queue.' }),
    delivery_ids: Type.Array(Type.String(), {
      description: 'Those deliveries, `dlv_…`; they keep their ids.',
    }),
  }),
);

export const replayRecord = named(
  'Replay',
  Type.Object({
    replay_id: Type.String({ description: '`rpl_…`' }),
    status: Type.String({
      enum: ['running', 'completed'],
      description:
        '`running` while dead letters are put back, in portions; `completed` when all are queued, not when all are delivered.',
    }),
    matched: Type.Integer({ description: 'Dead letters that matched the request.' }),
    replayed: Type.Integer({ description: 'How many are back in the queue.' }),
    created_at: timestampField('When it was asked for.'),
    completed_at: nullable(timestampField('A moment.'), 'When the last one was queued; null while it runs.'),
  }),
);

export function toDeadLetter(dead: DeadLetter) {
  return {
    event_id: formatId('evt', dead.eventId),
    subscription_id: subscriptionId(dead.face, dead.subscriptionId),
    delivery_id: formatId('dlv', dead.deliveryId),
    event: dead.eventName,
    failed_at: dead.failedAt.toISOString(),
    attempts: dead.attempts,
    last_response_code: dead.lastResponseCode,
    last_error: dead.lastError,
  };
}

export function toReplayRecord(replay: Replay): Static<typeof replayRecord> {
  return {
    replay_id: formatId('rpl', replay.id),
    status: replay.finishedAt === null ? 'running' : 'completed',
    matched: replay.matched,
    replayed: replay.queued,
    created_at: replay.createdAt.toISOString(),
    completed_at: replay.finishedAt?.toISOString() ?? null,
  };
}
