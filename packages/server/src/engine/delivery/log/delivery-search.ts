import type { Pool } from 'pg';
import { type QueryRows, queryPool } from '../../../kit/db/index.ts';
import { uuidBefore, uuidBound, uuidTime } from '../../../kit/ids.ts';
import { patternRegex } from '../pattern-regex.ts';
import {
  type DeliveryConditions,
  type DeliveryState,
  type FoundInRange,
  type FoundRow,
  findDeliveries,
  findScanEnd,
  type IdRange,
  type PayloadTest,
  placeOfEvent,
  type SearchPlace,
} from './delivery-search.repository.ts';
import type { EventDelivery } from './event-deliveries.ts';

/** Selects deliveries; omitted fields match everything. Ids are UUIDs, times Unix milliseconds. */
export interface DeliveryQuery {
  eventId?: string | undefined;
  subscriptionId?: string | undefined;
  /** An event name or pattern. */
  event?: string | undefined;
  /** `failed`: all attempts failed; `dead`: and it can be replayed. */
  state?: DeliveryState | undefined;
  responseCode?: { from: number; to: number } | 'none' | undefined;
  payload?: PayloadTest | undefined;
  /** When the event was accepted: from (inclusive), to (exclusive). */
  from?: number | undefined;
  to?: number | undefined;
}

export interface FoundDelivery extends EventDelivery {
  eventId: string;
  lastResponseTimeMs: number | null;
  /** When the event was accepted. */
  createdAt: number;
}

/** Where to continue a search: at or below a delivery, after this many matches. */
export interface SearchPlaceMark {
  through: string;
  before: number;
}

export interface DeliverySearchPage {
  /** Newest event first. */
  deliveries: FoundDelivery[];
  /** Matches in everything examined so far; the overall total when the scan was complete. */
  total: number;
  hasMore: boolean;
  next: SearchPlaceMark | undefined;
  looked: number;
  /** Everything since then was examined; undefined: back to the beginning of the log. */
  lookedFrom: number | undefined;
  isComplete: boolean;
}

/**
 * Rows of the attempt log and the queue that one request examines: about 0.15 s of database time, or about
 * 0.5 s with payloads of 1 KB.
 */
export const MAX_EXAMINED = 20_000;
/** Pending and dead deliveries need one lookup each for their latest attempt. */
const MAX_EXAMINED_SINGLY = 5_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Searches deliveries across all subscriptions of an organization. */
export function createDeliverySearch({ pool, maxLooked = MAX_EXAMINED }: { pool: Pool; maxLooked?: number }) {
  const query = queryPool(pool);
  return {
    async find(
      orgId: string,
      filter: DeliveryQuery,
      page: { limit: number; offset: number; mark?: SearchPlaceMark | undefined },
    ): Promise<DeliverySearchPage> {
      const meant = await resolveQuery(query, orgId, filter);
      if (meant === undefined) return nothingFound;
      const range = { ...meant.range, through: page.mark?.through ?? meant.range.through };
      const most = meant.place === 'all' ? maxLooked : Math.min(maxLooked, MAX_EXAMINED_SINGLY);
      const look = await planScan(query, orgId, range, meant.place, most);
      const found = await findDeliveries(query, orgId, look.range, meant.place, meant.conditions, page);
      return toPage(found, look, { ...page, before: page.mark?.before ?? 0, from: filter.from });
    },
  };
}

export type DeliverySearch = ReturnType<typeof createDeliverySearch>;

const nothingFound: DeliverySearchPage = {
  deliveries: [],
  total: 0,
  hasMore: false,
  next: undefined,
  looked: 0,
  lookedFrom: undefined,
  isComplete: true,
};

/** A query in terms of stored columns. */
export interface StoredDeliveryQuery {
  range: IdRange;
  place: SearchPlace;
  conditions: DeliveryConditions;
}

/** Undefined when the query names an event that the organization does not have. */
export async function resolveQuery(
  query: QueryRows,
  orgId: string,
  { eventId, event, from, to, ...rest }: DeliveryQuery,
): Promise<StoredDeliveryQuery | undefined> {
  const range = {
    after: from === undefined ? FIRST_ID : uuidBound(Math.max(from, 0), '0'),
    through: to === undefined ? LAST_ID : uuidBound(Math.max(to - 1, 0), 'f'),
  };
  const place = rest.state === 'dead' ? 'dead' : rest.state === 'pending' ? 'live' : 'all';
  const conditions = { ...rest, name: event === undefined ? undefined : patternRegex(event) };
  if (eventId === undefined) return { range, place, conditions };
  const found = await placeOfEvent(query, orgId, eventId);
  if (found === undefined) return undefined;
  const at = found.occurredAt.getTime();
  return {
    range: {
      after: laterId(range.after, uuidBound(at, '0')),
      through: earlierId(range.through, uuidBound(at, 'f')),
    },
    place,
    conditions: { ...conditions, position: found.position },
  };
}

function laterId(a: string, b: string): string {
  return a < b ? b : a;
}

/** Ids sort as text. */
export function earlierId(a: string, b: string): string {
  return a < b ? a : b;
}

export interface Look {
  range: IdRange;
  /** Where the next scan begins; undefined when this one completes the range. */
  next: string | undefined;
}

/** How far down from the top of a range one scan goes. */
export async function planScan(
  query: QueryRows,
  orgId: string,
  range: IdRange,
  place: SearchPlace,
  most: number,
): Promise<Look> {
  const end = await findScanEnd(query, orgId, range, place, most);
  if (end === undefined) return { range, next: undefined };
  // A single delivery with more attempts than one scan covers is scanned alone.
  if (end === range.through) {
    const below = uuidBefore(end);
    return { range: { after: below, through: end }, next: below };
  }
  return { range: { after: end, through: range.through }, next: end };
}

function toPage(
  { rows, total: matched, looked, cutAt }: FoundInRange,
  look: Look,
  page: { limit: number; offset: number; before: number; from: number | undefined },
): DeliverySearchPage {
  const end = cutAt ?? look.next;
  const shown = page.offset + rows.length;
  const last = rows.at(-1);
  const isCutShort = rows.length === page.limit && shown < matched;
  const through = isCutShort && last !== undefined ? uuidBefore(last.id) : end;
  return {
    deliveries: rows.map(toFoundDelivery),
    total: page.before + matched,
    hasMore: through !== undefined,
    next:
      through === undefined ? undefined : { through, before: page.before + (isCutShort ? shown : matched) },
    looked,
    lookedFrom: end === undefined ? page.from : uuidTime(end) + 1,
    isComplete: end === undefined,
  };
}

function toFoundDelivery(row: FoundRow): FoundDelivery {
  return {
    deliveryId: row.id,
    subscriptionId: row.subscription_id,
    face: row.face,
    subscriptionName: row.subscription_name,
    subscriptionStatus: row.subscription_status,
    eventId: row.event_id,
    eventName: row.event_name,
    state: row.is_live ? 'pending' : row.succeeded ? 'success' : row.is_dead ? 'dead' : 'failed',
    attempts: row.attempts,
    lastResponseCode: row.response_code,
    lastResponseTimeMs: row.response_time_ms,
    lastError: row.error,
    lastAttemptAt: row.last_attempt_at?.getTime() ?? null,
    nextAttemptAt: row.next_attempt_at?.getTime() ?? null,
    createdAt: uuidTime(row.id),
  };
}
