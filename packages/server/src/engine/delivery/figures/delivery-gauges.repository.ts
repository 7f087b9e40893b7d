import { only } from '../../../kit/db/index.ts';
import type { FigureSource } from '../../../kit/observability/index.ts';

/** Failing subscriptions, overdue deliveries, and room in the attempt log. */
export const deliveryGauges: FigureSource = {
  part: 'delivery',
  figures: [
    {
      name: 'trivium_subscriptions',
      help: 'Webhook subscriptions, by status: active, paused or disabled.',
      labels: ['status'],
    },
    { name: 'trivium_subscriptions_failing', help: 'Active subscriptions whose deliveries fail just now.' },
    {
      name: 'trivium_subscriptions_failing_longest_seconds',
      help: 'For how long the one that fails for the longest has had no success; 0 without one.',
    },
    {
      name: 'trivium_delivery_overdue_seconds',
      help: 'For how long the oldest due delivery of an active subscription has waited for a node; 0 without one.',
    },
    {
      name: 'trivium_delivery_partitions_ahead',
      help: 'Days after today that the log of attempts has a partition for.',
    },
  ],
  async read(query) {
    const subscriptions = only(
      await query<Record<'active' | 'paused' | 'disabled' | 'failing' | 'longest', number>>(
        `select count(*) filter (where status = 'active') as active,
           count(*) filter (where status = 'paused') as paused,
           count(*) filter (where status = 'disabled') as disabled,
           count(*) filter (where status = 'active' and failing_since is not null) as failing,
           coalesce(extract(epoch from clock_timestamp() - min(failing_since) filter (where status = 'active')), 0)::float8
             as longest
         from subscriptions`,
      ),
    );
    const { overdue } = only(
      await query<{ overdue: number }>(
        `select coalesce(greatest(extract(epoch from clock_timestamp() - min(due_at)), 0), 0)::float8 as overdue
         from due_subscriptions()`,
      ),
    );
    const { ahead } = only(
      await query<{ ahead: number }>(
        `select count(*) as ahead from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = 'delivery_attempts'::regclass and c.relname ~ '^delivery_attempts_[0-9]{8}$'
           and c.relname > 'delivery_attempts_' || to_char(clock_timestamp() at time zone 'UTC', 'YYYYMMDD')`,
      ),
    );
    return [
      ...(['active', 'paused', 'disabled'] as const).map((status) => ({
        name: 'trivium_subscriptions',
        labels: { status },
        value: subscriptions[status],
      })),
      { name: 'trivium_subscriptions_failing', value: subscriptions.failing },
      { name: 'trivium_subscriptions_failing_longest_seconds', value: subscriptions.longest },
      { name: 'trivium_delivery_overdue_seconds', value: overdue },
      { name: 'trivium_delivery_partitions_ahead', value: ahead },
    ];
  },
};
