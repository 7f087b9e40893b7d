import type { QueryRows } from '../../kit/db/index.ts';
import { AppError } from '../../kit/errors/index.ts';
import { required } from '../../kit/required.ts';
import type { LoggedEvent, PendingEvent } from './event.ts';

/**
 * Whether a statement failed because an event's id is in the log already. Where the log is spread, the index has the number of its
 * part, and Citus tells of it in the message alone.
 */
export function isRepeatedId(error: unknown): boolean {
  const {
    code,
    constraint,
    message = '',
  } = error as Partial<Record<'code' | 'constraint' | 'message', string>>;
  return code === '23505' && /^events_id(_\d+)?$/.test(constraint ?? /"([^"]+)"/.exec(message)?.[1] ?? '');
}

/**
 * The events of one organization that the log has under ids chosen by the caller.
 * @throws AppError idempotency_conflict when other events have these ids
 */
export async function findRepeatedEvents(
  orgId: string,
  events: readonly PendingEvent[],
  query: QueryRows,
): Promise<LoggedEvent[]> {
  const rows = await query<{ position: number; occurred_at: Date }>(
    `select e.position, e.occurred_at
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[])
       with ordinality as w(id, type, source, data, metadata, rank)
     join events e on e.id = w.id and e.org_id = $1
       and (e.type, e.source, e.data, e.metadata) = (w.type, w.source, w.data, w.metadata)
     order by w.rank`,
    [
      orgId,
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ source }) => source),
      events.map(({ data }) => data),
      events.map(({ metadata }) => metadata),
    ],
  );
  if (rows.length !== events.length) {
    throw new AppError('idempotency_conflict', { message: 'Another event was published under this id.' });
  }
  return events.map((event, i) => {
    const { position, occurred_at } = required(rows[i], 'the event as it was written');
    return { ...event, position, occurredAt: occurred_at.getTime(), workflowRuns: 0 };
  });
}
