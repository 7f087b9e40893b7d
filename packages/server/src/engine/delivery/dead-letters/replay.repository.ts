import type { QueryRows } from '../../../kit/db/index.ts';
import type { DeadLetterPlace } from './dead-letter.repository.ts';

/** A bulk replay of dead letters. Ids are UUIDs. */
export interface Replay {
  id: string;
  orgId: string;
  subscriptionId: string | null;
  eventPattern: string | null;
  failedFrom: Date | null;
  failedTo: Date | null;
  failedBefore: Date;
  /** Dead letters that matched when it was requested. */
  matched: number;
  /** Those already back in the queue. */
  queued: number;
  /** How far it has come; undefined at the beginning of a look through all of them. */
  after?: DeadLetterPlace | undefined;
  createdAt: Date;
  finishedAt: Date | null;
}

interface Row {
  id: string;
  org_id: string;
  subscription_id: string | null;
  event_pattern: string | null;
  failed_from: Date | null;
  failed_to: Date | null;
  failed_before: Date;
  matched: number;
  queued: number;
  after_failed_at: Date | null;
  after_id: string | null;
  created_at: Date;
  finished_at: Date | null;
}

/** Stores a replay; false when one with this id exists. */
export async function insertReplay(query: QueryRows, replay: Replay): Promise<boolean> {
  const rows = await query(
    `insert into replays (id, org_id, subscription_id, event_pattern, failed_from, failed_to, failed_before,
       matched, created_at, worked_at, finished_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10) on conflict do nothing returning id`,
    [
      replay.id,
      replay.orgId,
      replay.subscriptionId,
      replay.eventPattern,
      replay.failedFrom,
      replay.failedTo,
      replay.failedBefore,
      replay.matched,
      replay.createdAt,
      replay.finishedAt,
    ],
  );
  return rows.length > 0;
}

export async function findReplay(query: QueryRows, orgId: string, id: string): Promise<Replay | undefined> {
  const [row] = await query<Row>('select * from replays where org_id = $1 and id = $2', [orgId, id]);
  return row && toReplay(row);
}

/** Locks the open replay that was worked on longest ago and that no other node works on. */
export async function lockOpenReplay(query: QueryRows): Promise<Replay | undefined> {
  const [row] = await query<Row>(
    `select * from replays where finished_at is null order by worked_at limit 1 for update skip locked`,
    [],
  );
  return row && toReplay(row);
}

export async function noteProgress(
  query: QueryRows,
  { orgId, id }: Pick<Replay, 'orgId' | 'id'>,
  progress: { queued: number; after: DeadLetterPlace | undefined; now: Date; isFinished: boolean },
): Promise<void> {
  const { queued, after, now, isFinished } = progress;
  await query(
    `update replays set queued = queued + $2, worked_at = $3, finished_at = case when $4 then $3::timestamptz end,
       after_failed_at = $6, after_id = $7
     where org_id = $5 and id = $1`,
    [id, queued, now, isFinished, orgId, after?.failedAt ?? null, after?.deliveryId ?? null],
  );
}

function toReplay(row: Row): Replay {
  const { after_failed_at: failedAt, after_id: deliveryId } = row;
  return {
    after: failedAt === null || deliveryId === null ? undefined : { failedAt, deliveryId },
    id: row.id,
    orgId: row.org_id,
    subscriptionId: row.subscription_id,
    eventPattern: row.event_pattern,
    failedFrom: row.failed_from,
    failedTo: row.failed_to,
    failedBefore: row.failed_before,
    matched: row.matched,
    queued: row.queued,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
