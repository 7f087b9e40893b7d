import type { Pool } from 'pg';
import { type QueryRows, queryPool } from '../../kit/db/index.ts';
import { CHUNK_EVENTS } from './chunk-layout.ts';
import { eventConditions, SqlValues } from './event-conditions.repository.ts';
import { type CompiledFilter, compileFilter, type EventFilter } from './event-filter.ts';
import { readLogSize } from './event-log.repository.ts';
import { type StoredEvent, storedEventColumns } from './event-rows.ts';
import { MatchFinder } from './match-finder.ts';

/** Matches of a filter: positions only, since events may be large. */
export interface FoundPage {
  /** Newest first. */
  positions: number[];
  /** Exact total number of matches. */
  total: number;
  /** The log's size when the page was read; pass it again for the next page. */
  asOf: number;
}

/** Events in order of position, and where to continue. */
export interface EventRange {
  events: (StoredEvent & { leafHash: Buffer })[];
  next: number;
}

const MAX_RANGE_EVENTS = 500;
/** A read ends with the event that exceeds this many bytes of payload, to bound memory. */
const MAX_READ_BYTES = 2 * 1_048_576;

/** Payload bytes that one search scans. */
const MAX_SEARCHED_BYTES = 32 * 1_048_576;

const payloadBytes = 'octet_length(data) + octet_length(metadata)';

/**
 * A value that a payload must have, and optionally further ones; `path` consists of field names and list
 * indexes.
 */
export interface PayloadCondition {
  path: readonly string[];
  value: string;
  and?: readonly { path: readonly string[]; value: string }[];
}

/** Selects audited actions; omitted fields match everything. */
export interface ActionCondition {
  /** Public id of a person or a key. */
  actor?: string | undefined;
  /** Public id of what was affected, or of its parent. */
  about?: string | undefined;
  /** A kind of configuration. */
  thing?: string | undefined;
}

/** An event of the organization, by its id (UUID). */
export async function findEvent(
  query: QueryRows,
  orgId: string,
  id: string,
): Promise<StoredEvent | undefined> {
  const [event] = await query<StoredEvent>(
    `select ${storedEventColumns} from events where id = $1 and org_id = $2`,
    [id, orgId],
  );
  return event;
}

/** The same, including its leaf in the log's tree. */
export async function findLeaf(
  query: QueryRows,
  orgId: string,
  id: string,
): Promise<(StoredEvent & { leafHash: Buffer }) | undefined> {
  const [event] = await query<StoredEvent & { leafHash: Buffer }>(
    `select ${storedEventColumns}, leaf_hash as "leafHash" from events where id = $1 and org_id = $2`,
    [id, orgId],
  );
  return event;
}

export class EventReader {
  readonly #query: QueryRows;
  readonly #finder: MatchFinder;

  constructor(options: { pool: Pool; chunkEvents?: number }) {
    this.#query = queryPool(options.pool);
    this.#finder = new MatchFinder(this.#query, options.chunkEvents ?? CHUNK_EVENTS);
  }

  /** The number of events in a log. */
  sizeOf(orgId: string): Promise<number> {
    return readLogSize(this.#query, orgId);
  }

  /**
   * A page of matching events, newest first, from the current log or from its state at size `asOf`. Undefined
   * when the log is smaller than that.
   */
  async findPage(
    orgId: string,
    filter: EventFilter,
    page: { offset: number; limit: number; asOf?: number | undefined },
  ): Promise<FoundPage | undefined> {
    const found = await this.#finder.find(orgId, compileFilter(filter), { ...page, size: page.asOf });
    return found && { positions: found.positions, total: found.total, asOf: found.size };
  }

  findById(orgId: string, id: string): Promise<StoredEvent | undefined> {
    return findEvent(this.#query, orgId, id);
  }

  /**
   * The events at these positions, newest first, up to a read's limit: at least one, perhaps not all.
   * Continue after the last one.
   */
  async readPositions(orgId: string, positions: readonly number[]): Promise<StoredEvent[]> {
    if (positions.length === 0) return [];
    return this.#query<StoredEvent>(
      `select ${storedEventColumns} from (
         select *, sum(${payloadBytes}) over (order by position desc rows unbounded preceding) - (${payloadBytes}) as before
         from events where org_id = $1 and position = any($2::bigint[])
       ) e where before < ${MAX_READ_BYTES} order by position desc`,
      [orgId, positions],
    );
  }

  /**
   * Of the events at these positions, newest first, those whose payload has each value at its path. `cutAt`
   * is the first position whose payload was no longer examined; undefined when all were.
   */
  async findPayloads(
    orgId: string,
    positions: readonly number[],
    { path, value, and = [] }: PayloadCondition,
  ): Promise<{ positions: number[]; cutAt: number | undefined }> {
    // Alone: where the log is spread, a function that reads it may be part of no query over it.
    const rows = await this.#query<{ position: number; is_cut: boolean }>(
      `select log_position as position, is_cut from find_payloads($1, $2::bigint[], $3, $4, $5)
       order by log_position desc`,
      [orgId, positions, path, value, MAX_SEARCHED_BYTES],
    );
    const found = rows.filter(({ is_cut }) => !is_cut).map(({ position }) => position);
    return {
      positions: and.length === 0 ? found : await this.#withPayloads(orgId, found, and),
      cutAt: rows.find(({ is_cut }) => is_cut)?.position,
    };
  }

  /** What the first test leaves is little, and is read once more for the others. */
  async #withPayloads(
    orgId: string,
    positions: readonly number[],
    tests: readonly Omit<PayloadCondition, 'and'>[],
  ): Promise<number[]> {
    const values = new SqlValues();
    const where = [`org_id = ${values.add(orgId)}`, `position = any(${values.add(positions)}::bigint[])`];
    for (const { path, value } of tests)
      where.push(`payload_has(data, ${values.add(path)}, ${values.add(value)})`);
    const rows = await this.#query<{ position: number }>(
      `select position from events where ${where.join(' and ')} order by position desc`,
      values.list,
    );
    return rows.map(({ position }) => position);
  }

  /**
   * Of the events at these positions, those that report somebody's action: those with source `access`, which
   * report nothing else, and those with an actor. Newest first. The service writes their JSON itself, so a
   * field can be found by its literal text, including quotes, which cannot occur unescaped in anybody's text.
   */
  async findDeeds(orgId: string, positions: readonly number[], wanted: ActionCondition): Promise<number[]> {
    const { actor = null, about = null, thing = null } = wanted;
    const rows = await this.#query<{ position: number }>(
      `select position from events
       where org_id = $1 and position = any($2::bigint[])
         and (source = 'access' or strpos(metadata, '"actor":"') > 0)
         and ($3::text is null or strpos(metadata, '"actor":"' || $3 || '"') > 0
           or strpos(data, '"requested_by":"' || $3 || '"') > 0)
         and ($4::text is null or strpos(data, ':"' || $4 || '"') > 0)
         and ($5::text is null or fact <> 'access_configuration_changed'
           or strpos(data, '"thing":"' || $5 || '"') > 0)
       order by position desc`,
      [orgId, positions, actor, about, thing],
    );
    return rows.map(({ position }) => position);
  }

  /**
   * Matching events from position `first` to before `end`, oldest first, up to a read's limit. `end` must not
   * be beyond the end of the log.
   */
  async readRange(orgId: string, first: number, end: number, filter?: CompiledFilter): Promise<EventRange> {
    const values = new SqlValues();
    const where = [
      `org_id = ${values.add(orgId)}`,
      `position >= ${values.add(first)}`,
      `position < ${values.add(end)}`,
      ...(filter === undefined ? [] : eventConditions(filter, values)),
    ];
    const rows = await this.#query<StoredEvent & { leafHash: Buffer; through: number }>(
      `select ${storedEventColumns}, leaf_hash as "leafHash", through::float8 from (
         select *, sum(${payloadBytes}) over (order by position rows unbounded preceding) as through
         from events where ${where.join(' and ')} order by position limit ${MAX_RANGE_EVENTS}
       ) e where through - (${payloadBytes}) < ${MAX_READ_BYTES} order by position`,
      values.list,
    );
    const last = rows.at(-1);
    const isCut = last !== undefined && (rows.length === MAX_RANGE_EVENTS || last.through >= MAX_READ_BYTES);
    return { events: rows, next: isCut ? last.position + 1 : end };
  }
}

export function createEventReader(options: { pool: Pool; chunkEvents?: number }): EventReader {
  return new EventReader(options);
}
