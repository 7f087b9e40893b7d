import type {
  EventFilter,
  EventReader,
  StoredEvent,
  WantedDeeds,
  WantedPayload,
} from '../../engine/spine/index.ts';
import { type AppError, invalidField } from '../../kit/errors/index.ts';
import { required } from '../../kit/required.ts';
import { digest } from './query-events.ts';

/** Events examined per request: with 1 KB payloads about a quarter of a second of database time. */
const MAX_EXAMINED = 10_000;

export interface EventSearch {
  filter: EventFilter;
  payload?: WantedPayload | undefined;
  /** Searches for who did what instead of payload values. */
  deeds?: WantedDeeds | undefined;
  limit: number;
  /** Number of matches to skip. */
  skip: number;
  cursor?: string | undefined;
}

export interface FoundEvents {
  /** Newest first. */
  events: StoredEvent[];
  total: number;
  /** Number of matches before these. */
  offset: number;
  looked: number;
  /** Undefined once every event that passes the filters has been examined. */
  next: string | undefined;
}

/**
 * Where a search continues: the log size it is pinned to, and how many events passed the filters and how many
 * matched so far.
 */
interface Mark {
  asOf: number;
  offset: number;
  before: number;
}

/**
 * Finds events by a value in their payload. Events that pass the filters are examined page by page, newest
 * first.
 */
export async function searchEvents(
  reader: EventReader,
  orgId: string,
  { filter, payload, deeds, limit, skip, cursor }: EventSearch,
): Promise<FoundEvents> {
  const wanted = deeds ?? payload;
  const mark = cursor === undefined ? undefined : readMark(cursor, filter, wanted);
  const { offset = 0, before = 0 } = mark ?? {};
  const page = { limit: MAX_EXAMINED, offset, asOf: mark?.asOf };
  const candidates = await reader.findPage(orgId, filter, page);
  if (candidates === undefined) throw strangeCursor();
  const { positions, total, asOf } = candidates;
  const hits = await findHits(reader, orgId, positions, { payload, deeds });
  const events = await reader.readPositions(orgId, hits.positions.slice(skip, skip + limit));
  const shown = skip + events.length;
  const end =
    shown < hits.positions.length
      ? positions.indexOf(required(events.at(-1), 'the last event of a page').position) + 1
      : examinedUntil(positions, hits.cutAt);
  const through = offset + end;
  const found = before + Math.min(shown, hits.positions.length);
  return {
    events,
    total: found,
    offset: before + skip,
    looked: end,
    next: through < total ? formatMark({ asOf, offset: through, before: found }, filter, wanted) : undefined,
  };
}

async function findHits(
  reader: EventReader,
  orgId: string,
  positions: number[],
  { payload, deeds }: Pick<EventSearch, 'payload' | 'deeds'>,
): Promise<{ positions: number[]; cutAt: number | undefined }> {
  if (payload !== undefined) return reader.findPayloads(orgId, positions, payload);
  if (deeds === undefined) return { positions, cutAt: undefined };
  return { positions: await reader.findDeeds(orgId, positions, deeds), cutAt: undefined };
}

function examinedUntil(positions: readonly number[], cutAt: number | undefined): number {
  return cutAt === undefined ? positions.length : positions.indexOf(cutAt);
}

function formatMark(
  { asOf, offset, before }: Mark,
  filter: EventFilter,
  payload: object | undefined,
): string {
  const text = `${asOf}.${offset}.${before}.${digest(filter, payload)}`;
  return Buffer.from(text).toString('base64url');
}

function readMark(cursor: string, filter: EventFilter, payload: object | undefined): Mark {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, asOf, offset, before, of] = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.([\w-]{8})$/.exec(text) ?? [];
  if (of !== digest(filter, payload)) throw strangeCursor();
  return { asOf: Number(asOf), offset: Number(offset), before: Number(before) };
}

function strangeCursor(): AppError {
  return invalidField(
    'cursor',
    'This cursor does not belong to these filters. Send `next_cursor` as it came, with the same filters.',
  );
}
