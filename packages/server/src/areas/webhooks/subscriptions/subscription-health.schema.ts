import { type Static, Type } from 'typebox';
import {
  type Acknowledgement,
  acknowledgedField,
  isBefore,
  toAcknowledgementRecord,
} from '../../../engine/acknowledgements/index.ts';
import type { SubscriptionHealth } from '../../../engine/delivery/index.ts';
import { named, nullable, timestampField } from '../../../kit/http/index.ts';
import { formatId } from '../../../kit/ids.ts';

const blockedKeys = Type.Object({
  keys: Type.Integer({ description: 'Number of keys.' }),
  since: timestampField('When the first of the dead letters failed.'),
  first: Type.Array(
    Type.Object({
      key: Type.String({ description: 'Empty with `ordering: "all"`; a long key is shown as its hash.' }),
      since: timestampField('When the dead letter failed.'),
      delivery_id: Type.String({ description: 'The dead letter: resend it, or replay or drop its event.' }),
      event_id: Type.String({ description: 'Its event.' }),
    }),
    { description: 'The keys that have waited longest, at most 20.' },
  ),
});

export const subscriptionHealth = named(
  'WebhookSubscriptionHealth',
  Type.Object(
    {
      state: Type.String({
        enum: ['healthy', 'failing', 'blocked', 'paused', 'disabled'],
        description:
          '`failing`: the latest deliveries failed. `blocked`: deliveries wait behind a dead letter.',
      }),
      failing_since: nullable(timestampField('A moment.'), 'The first failure since the last success.'),
      last_error: nullable(Type.String(), 'Why the latest attempt failed; null while deliveries succeed.'),
      pending: Type.Integer({ description: 'Deliveries with an attempt under way or to come.' }),
      dead: Type.Integer({ description: 'Number of dead letters.' }),
      blocked: nullable(blockedKeys, 'Keys whose deliveries wait behind a dead letter; null when none do.'),
      acknowledged: acknowledgedField(
        'Who has acknowledged that it is not well; null if nobody has since it began, and for portal links.',
      ),
    },
    { description: 'Its current health. Counts of a long queue may be some seconds old.' },
  ),
);

const ailing = new Set<SubscriptionHealth['state']>(['failing', 'blocked', 'disabled']);

export function toHealthRecord(
  { state, failingSince, lastError, pending, dead, blocked }: SubscriptionHealth,
  acknowledged: Acknowledgement | undefined,
): Static<typeof subscriptionHealth> {
  const since = state === 'blocked' ? (blocked?.since ?? null) : failingSince;
  const isSeen = ailing.has(state) && acknowledged !== undefined && !isBefore(acknowledged, since);
  return {
    state,
    failing_since: failingSince?.toISOString() ?? null,
    last_error: lastError,
    pending,
    dead,
    blocked: blocked && {
      keys: blocked.keys,
      since: blocked.since.toISOString(),
      first: blocked.first.map(({ key, since, deliveryId, eventId }) => ({
        key,
        since: since.toISOString(),
        delivery_id: formatId('dlv', deliveryId),
        event_id: formatId('evt', eventId),
      })),
    },
    acknowledged: isSeen ? toAcknowledgementRecord(acknowledged) : null,
  };
}
