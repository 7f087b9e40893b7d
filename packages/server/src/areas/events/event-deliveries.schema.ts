import { type Static, Type } from 'typebox';
import { type EventDelivery, subscriptionId, type Unmatched } from '../../engine/delivery/index.ts';
import type { EventRun } from '../../engine/workflows/index.ts';
import { named, nullable, pageQuery, strictObject, timestampField } from '../../kit/http/index.ts';
import { formatId } from '../../kit/ids.ts';

export const eventDeliveriesQuery = strictObject({
  ...pageQuery,
  include: Type.Optional(
    Type.String({
      enum: ['not_matched'],
      description: 'Also list the active subscriptions that the event did not match, and why.',
    }),
  ),
});

const deliverySchema = named(
  'EventDelivery',
  Type.Object({
    delivery_id: Type.String({
      description: '`dlv_…`; read it with its bytes at `/v1/webhooks/deliveries/{id}`.',
    }),
    subscription_id: Type.String({ description: '`whs_…`, or `sub_…` for one of the Events API.' }),
    subscription_name: nullable(Type.String(), 'The name, or the description of one of the Events API.'),
    subscription_status: Type.String({
      enum: ['active', 'paused', 'disabled'],
      description:
        'How the subscription is now: `paused` by somebody, `disabled` by the service. Neither is sent to.',
    }),
    event: Type.String({ description: 'The name under which the subscriber knows the event.' }),
    status: Type.String({
      enum: ['pending', 'success', 'failed'],
      description: '`pending`: an attempt is under way or will follow.',
    }),
    dead_lettered: Type.Boolean({ description: 'Whether it can be replayed.' }),
    attempts: Type.Integer({ description: 'Attempts that have ended.' }),
    last_response_code: nullable(
      Type.Integer(),
      'Status of the response; null if no response head has arrived.',
    ),
    last_error: nullable(Type.String(), 'Why the last attempt failed.'),
    last_attempt_at: nullable(timestampField('When the last attempt began.'), 'Null before the first.'),
    next_attempt_at: nullable(timestampField('When the next attempt is due.'), 'Null when none will follow.'),
  }),
);

const runSchema = named(
  'EventRun',
  Type.Object({
    run_id: Type.String({ description: '`run_…`' }),
    workflow_id: Type.String({ description: '`wfl_…`' }),
    workflow_name: Type.String({ description: 'Its name now.' }),
    status: Type.String({
      enum: ['queued', 'succeeded', 'failed', 'loop_stopped'],
      description:
        '`queued`: waiting for its turn or its next attempt. `loop_stopped`: workflows had started each other too often.',
    }),
    attempts: Type.Integer({ description: 'Attempts that have ended.' }),
  }),
);

const unmatchedSchema = named(
  'UnmatchedSubscription',
  Type.Object({
    subscription_id: Type.String({ description: '`whs_…`, or `sub_…` for one of the Events API.' }),
    subscription_name: nullable(Type.String(), 'The name, or the description of one of the Events API.'),
    reason: Type.String({
      enum: ['pattern', 'notice', 'platform', 'filter', 'matches_now'],
      description:
        'The first condition that the event does not meet. `notice`: notices of the service reach only subscriptions that name them. `matches_now`: the subscription was created or changed after the event, or its delivery is no longer kept.',
    }),
  }),
);

export const eventDeliveriesSchema = named(
  'EventDeliveries',
  Type.Object({
    event_id: Type.String({ description: '`evt_…`' }),
    deliveries: Type.Array(deliverySchema, {
      description: 'One for each subscription that gets the event, including resends.',
    }),
    total: Type.Integer({ description: 'How many deliveries there are in all.' }),
    limit: Type.Integer({ description: 'How many deliveries a page has at most.' }),
    offset: Type.Integer({ description: 'Number of entries before this page.' }),
    has_more: Type.Boolean({ description: 'There are more: ask again with `offset` plus `limit`.' }),
    workflow_runs: Type.Array(runSchema, {
      description: 'The workflow runs that the event started, at most 100.',
    }),
    not_matched: Type.Optional(Type.Array(unmatchedSchema, { description: 'The newest 50.' })),
    not_matched_total: Type.Optional(
      Type.Integer({
        description: 'Number of subscriptions that do not get the event, including those beyond the 50.',
      }),
    ),
  }),
);

export function toEventDelivery(delivery: EventDelivery): Static<typeof deliverySchema> {
  const { lastAttemptAt, nextAttemptAt, state } = delivery;
  return {
    delivery_id: formatId('dlv', delivery.deliveryId),
    subscription_id: subscriptionId(delivery.face, delivery.subscriptionId),
    subscription_name: delivery.subscriptionName,
    subscription_status: delivery.subscriptionStatus,
    event: delivery.eventName,
    status: state === 'dead' ? 'failed' : state,
    dead_lettered: state === 'dead',
    attempts: delivery.attempts,
    last_response_code: delivery.lastResponseCode,
    last_error: delivery.lastError,
    last_attempt_at: lastAttemptAt === null ? null : new Date(lastAttemptAt).toISOString(),
    next_attempt_at: nextAttemptAt === null ? null : new Date(nextAttemptAt).toISOString(),
  };
}

export function toRun(run: EventRun): Static<typeof runSchema> {
  return {
    run_id: formatId('run', run.runId),
    workflow_id: formatId('wfl', run.workflowId),
    workflow_name: run.workflowName,
    status: run.status,
    attempts: run.attempts,
  };
}

export function toUnmatched(one: Unmatched): Static<typeof unmatchedSchema> {
  return {
    subscription_id: subscriptionId(one.face, one.subscriptionId),
    subscription_name: one.subscriptionName,
    reason: one.reason,
  };
}
