import { only, type QueryRows } from '../../../kit/db/index.ts';
import { required } from '../../../kit/required.ts';
import {
  type DeliveryConditions,
  type IdRange,
  matchingDeliveries,
  type SearchPlace,
} from '../log/delivery-search.repository.ts';

/** A bulk resend of deliveries selected by a filter. Ids are UUIDs. */
export interface Resend {
  id: string;
  orgId: string;
  conditions: DeliveryConditions;
  place: SearchPlace;
  /** The remaining range. */
  range: IdRange;
  /** Deliveries already requeued. */
  queued: number;
  createdAt: Date;
  finishedAt: Date | null;
}

interface Row {
  id: string;
  org_id: string;
  conditions: DeliveryConditions;
  place: SearchPlace;
  after: string;
  through: string;
  queued: number;
  created_at: Date;
  finished_at: Date | null;
}

/** Stores a resend; false when one with this id exists. */
export async function insertResend(query: QueryRows, resend: Resend): Promise<boolean> {
  const rows = await query(
    `insert into delivery_resends (id, org_id, conditions, place, after, through, created_at, worked_at, finished_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8) on conflict do nothing returning id`,
    [
      resend.id,
      resend.orgId,
      JSON.stringify(resend.conditions),
      resend.place,
      resend.range.after,
      resend.range.through,
      resend.createdAt,
      resend.finishedAt,
    ],
  );
  return rows.length > 0;
}

export async function findResend(query: QueryRows, orgId: string, id: string): Promise<Resend | undefined> {
  const [row] = await query<Row>('select * from delivery_resends where org_id = $1 and id = $2', [orgId, id]);
  return row && toResend(row);
}

/** Locks the open resend that was worked on longest ago and that no other node works on. */
export async function lockOpenResend(query: QueryRows): Promise<Resend | undefined> {
  const [row] = await query<Row>(
    `select * from delivery_resends where finished_at is null order by worked_at limit 1 for update skip locked`,
    [],
  );
  return row && toResend(row);
}

export async function noteResent(
  query: QueryRows,
  { orgId, id }: Pick<Resend, 'orgId' | 'id'>,
  progress: { through: string; queued: number; now: Date; isFinished: boolean },
): Promise<void> {
  await query(
    `update delivery_resends set through = $2, queued = queued + $3, worked_at = $4,
       finished_at = case when $5 then $4::timestamptz end
     where org_id = $6 and id = $1`,
    [id, progress.through, progress.queued, progress.now, progress.isFinished, orgId],
  );
}

export interface MatchedDelivery {
  id: string;
  subscription_id: string;
  log_position: number;
  event_name: string;
}

/** The newest matches in a range, and the first delivery whose payload was not examined, if any. */
export async function newestMatches(
  query: QueryRows,
  orgId: string,
  range: IdRange,
  { place, conditions }: Pick<Resend, 'place' | 'conditions'>,
  most: number,
): Promise<{ matches: MatchedDelivery[]; cutAt: string | null }> {
  const { matching, values } = matchingDeliveries(orgId, range, place, conditions);
  const rows = await query<MatchedDelivery & { cut_at: string | null }>(
    `${matching}
     select cut.id as cut_at, m.* from cut left join (
       select id, subscription_id, log_position, event_name from matching
       order by id desc limit $${values.push(most)}) m on true
     order by m.id desc`,
    values,
  );
  return {
    matches: rows.filter(({ id }) => id !== null),
    cutAt: required(rows[0], 'the place of the cut').cut_at,
  };
}

/** Requeues deliveries of an organization; returns how many. */
export async function requeue(
  query: QueryRows,
  orgId: string,
  matches: MatchedDelivery[],
  nowMs: number,
): Promise<number> {
  if (matches.length === 0) return 0;
  const rows = await query<{ queued: number }>(
    'select resend_deliveries($1, $2, $3, $4, $5, to_timestamp($6::float8 / 1000.0)) as queued',
    [
      orgId,
      matches.map(({ id }) => id),
      matches.map(({ subscription_id }) => subscription_id),
      matches.map(({ log_position }) => log_position),
      matches.map(({ event_name }) => event_name),
      nowMs,
    ],
  );
  return only(rows).queued;
}

function toResend(row: Row): Resend {
  return {
    id: row.id,
    orgId: row.org_id,
    conditions: row.conditions,
    place: row.place,
    range: { after: row.after, through: row.through },
    queued: row.queued,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
