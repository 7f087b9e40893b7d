import { only } from '../../kit/db/index.ts';
import type { FigureSource } from '../../kit/observability/index.ts';

/** Size of the logs, and how far their signed checkpoints lag behind. */
export const logGauges: FigureSource = {
  part: 'log',
  figures: [
    { name: 'trivium_log_events', help: 'Events in the logs of all organizations.' },
    { name: 'trivium_log_unsigned_events', help: 'Events that no signed checkpoint covers yet.' },
    {
      name: 'trivium_log_unsigned_seconds',
      help: 'Age of the oldest event that no signed checkpoint covers, among 100 logs; 0 without one.',
    },
  ],
  async read(query) {
    const { events, unsigned } = only(
      await query<{ events: number; unsigned: number }>(
        `select coalesce(sum(l.size), 0)::float8 as events,
           coalesce(sum(greatest(l.size - coalesce(t.signed_size, 0), 0)), 0)::float8 as unsigned
         from event_logs l left join event_trees t using (org_id)`,
      ),
    );
    const { age } = only(
      await query<{ age: number }>(
        `select coalesce(greatest(extract(epoch from clock_timestamp() - min(e.occurred_at)), 0), 0)::float8 as age
         from (select l.org_id, coalesce(t.signed_size, 0) as position
               from event_logs l left join event_trees t using (org_id)
               where l.size > coalesce(t.signed_size, 0) limit 100) behind
         join events e on e.org_id = behind.org_id and e.position = behind.position`,
      ),
    );
    return [
      { name: 'trivium_log_events', value: events },
      { name: 'trivium_log_unsigned_events', value: unsigned },
      { name: 'trivium_log_unsigned_seconds', value: age },
    ];
  },
};
