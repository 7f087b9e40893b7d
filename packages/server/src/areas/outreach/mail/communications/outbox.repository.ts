import { only, readAtOnce, rowsIn } from '../../../../kit/db/index.ts';
import type { Communication } from './communication.ts';
import type { SendingPorts } from './sending-ports.ts';

export interface Outbox {
  counts: Record<Communication['status'], number>;
  byChannel: Record<string, Record<Communication['status'], number>>;
  lastMinute: number;
  lastHour: number;
  oldestDueAt: Date | null;
  nextDueAt: Date | null;
  failuresByCode: Record<string, number>;
}

const none = () => ({ pending: 0, processing: 0, sent: 0, failed: 0 });

/**
 * The state of the outbox, in one snapshot. Counts are maintained with every change, so nothing is counted
 * here.
 */
export function readOutbox(
  { db, clock }: Pick<SendingPorts, 'db' | 'clock'>,
  orgId: string,
): Promise<Outbox> {
  const now = new Date(clock.now());
  return readAtOnce(db, async (tx) => {
    const query = rowsIn(tx);
    const counted = await query<{ channel: string; status: Communication['status']; messages: number }>(
      `select channel, status, sum(messages)::bigint as messages from outbox_counts
         where org_id = $1 group by channel, status`,
      [orgId],
    );
    const counts = none();
    const byChannel: Outbox['byChannel'] = {};
    for (const { channel, status, messages } of counted) {
      counts[status] += messages;
      byChannel[channel] ??= none();
      byChannel[channel][status] = messages;
    }
    const pace = await query<{ minute: number; hour: number }>(
      `select count(*) filter (where sent_at > $2::timestamptz - interval '1 minute') as minute, count(*) as hour
         from communications where org_id = $1 and status = 'sent' and sent_at > $2::timestamptz - interval '1 hour'`,
      [orgId, now],
    );
    const due = await query<{ oldest: Date | null; next: Date | null }>(
      // Each from its place in the index, however many messages wait.
      `select (select next_attempt_at from communications where org_id = $1 and is_open and status = 'pending'
             and next_attempt_at <= $2 order by next_attempt_at limit 1) as oldest,
           (select next_attempt_at from communications where org_id = $1 and is_open and status = 'pending'
             and next_attempt_at > $2 order by next_attempt_at limit 1) as next`,
      [orgId, now],
    );
    const failures = await query<{ failure_code: string; messages: number }>(
      `select failure_code, count(*) as messages from communications
         where org_id = $1 and failure_code is not null and status = 'failed' group by failure_code`,
      [orgId],
    );
    return {
      counts,
      byChannel,
      lastMinute: only(pace).minute,
      lastHour: only(pace).hour,
      oldestDueAt: only(due).oldest,
      nextDueAt: only(due).next,
      failuresByCode: Object.fromEntries(failures.map((row) => [row.failure_code, row.messages])),
    };
  });
}
