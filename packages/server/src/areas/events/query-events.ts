import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type EventFilter, type EventReader, recordOf, type StoredEvent } from '../../engine/spine/index.ts';
import { invalidField } from '../../kit/errors/index.ts';
import type { Reply } from '../../kit/http/index.ts';
import { SharedPlaces } from '../../kit/shared-places.ts';

/**
 * Each large page holds some megabytes until its reader has taken it; this is what a node in a small
 * container can hold.
 */
const largePages = new SharedPlaces(16, 4);

export interface PageRequest {
  limit: number;
  offset: number;
  asOf?: number | undefined;
}

/** One page of the log, with each event in exactly the bytes that were hashed. */
export async function queryEvents(
  reader: EventReader,
  orgId: string,
  filter: EventFilter,
  page: PageRequest,
): Promise<Reply> {
  const found = await reader.findPage(orgId, filter, page);
  if (found === undefined) {
    throw invalidField('as_of', 'The log is smaller than `as_of`. Use the `as_of` of an earlier answer.');
  }
  const { positions, total, asOf } = found;
  const { limit, offset } = page;
  const end = offset + positions.length;
  const hasMore = end < total;
  const next =
    hasMore && positions.length > 0 ? `,"next_cursor":"${formatCursor({ asOf, offset: end }, filter)}"` : '';
  const tail = `],"total":${total},"offset":${offset},"limit":${limit},"has_more":${hasMore},"as_of":${asOf}${next}}`;
  const events = await reader.readPositions(orgId, positions);
  if (events.length === positions.length)
    return { status: 200, json: `{"events":[${joinRecords(events)}${tail}` };
  // Pages of large events are read and sent in parts.
  return {
    status: 200,
    stream: Readable.from(formatParts(reader, orgId, positions, tail), { highWaterMark: 1 }),
    headers: { 'content-type': 'application/json; charset=utf-8' },
  };
}

/**
 * Rereads the events that showed the page to be large, so that a request waiting for a place holds no memory.
 */
async function* formatParts(
  reader: EventReader,
  orgId: string,
  positions: number[],
  tail: string,
): AsyncGenerator<string> {
  const leave = await largePages.take(orgId);
  try {
    for (let done = 0; done < positions.length; ) {
      const part = await reader.readPositions(orgId, positions.slice(done));
      yield `${done === 0 ? '{"events":[' : ','}${joinRecords(part)}`;
      done += part.length;
    }
    yield tail;
  } finally {
    leave();
  }
}

function joinRecords(events: StoredEvent[]): string {
  return events.map(recordOf).join(',');
}

/** A page of a pinned log never changes, so a cursor only needs the position. */
function formatCursor(place: { asOf: number; offset: number }, filter: EventFilter): string {
  return Buffer.from(`${place.asOf}.${place.offset}.${digest(filter)}`).toString('base64url');
}

/** The position a cursor encodes. Throws `invalid_request` when it belongs to other filters. */
export function readCursor(cursor: string, filter: EventFilter): { asOf: number; offset: number } {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, asOf, offset, filterDigest] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{8})$/.exec(text) ?? [];
  if (filterDigest !== digest(filter)) {
    throw invalidField(
      'cursor',
      'This cursor does not belong to these filters. Send `next_cursor` as it came, with the same filters.',
    );
  }
  return { asOf: Number(asOf), offset: Number(offset) };
}

/** Distinguishes the cursors of different filters. */
export function digest(filter: EventFilter, ...more: unknown[]): string {
  const { type, source, fromMs, toMs, correlationId } = filter;
  const text = JSON.stringify([type, source, fromMs, toMs, correlationId, ...more]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}
