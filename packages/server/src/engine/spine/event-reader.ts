import type { Pool } from 'pg';
import type { QueryRows } from './append-statement.ts';
import { CHUNK_EVENTS } from './chunk-layout.ts';
import { compileFilter, type EventFilter } from './event-filter.ts';
import { type StoredEvent, storedEventColumns } from './event-rows.ts';
import { MatchFinder } from './match-finder.ts';

export interface EventPage {
  /** Newest first. */
  events: StoredEvent[];
  /** How many events match in all, exactly. */
  total: number;
  /** The size of the log that the page was taken from; give it again for the next page. */
  asOf: number;
}

/** Reads the logs. */
export class EventReader {
  readonly #query: QueryRows;
  readonly #finder: MatchFinder;

  constructor(options: { pool: Pool; chunkEvents?: number }) {
    this.#query = async <Row>(text: string, values: unknown[]) =>
      (await options.pool.query({ text, values })).rows as Row[];
    this.#finder = new MatchFinder(this.#query, options.chunkEvents ?? CHUNK_EVENTS);
  }

  /**
   * A page of the events that match, newest first, out of the log as it is or as it was at size
   * `asOf`. Undefined when the log is smaller than that.
   */
  async findPage(
    orgId: string,
    filter: EventFilter,
    page: { offset: number; limit: number; asOf?: number | undefined },
  ): Promise<EventPage | undefined> {
    const found = await this.#finder.find(orgId, compileFilter(filter), { ...page, size: page.asOf });
    if (found === undefined) return undefined;
    const { size, total, positions } = found;
    const events = positions.length === 0 ? [] : await this.#readPositions(orgId, positions);
    return { events, total, asOf: size };
  }

  async findById(orgId: string, id: string): Promise<StoredEvent | undefined> {
    const [event] = await this.#query<StoredEvent>(
      `select ${storedEventColumns} from events where id = $1 and org_id = $2`,
      [id, orgId],
    );
    return event;
  }

  #readPositions(orgId: string, positions: number[]): Promise<StoredEvent[]> {
    return this.#query<StoredEvent>(
      `select ${storedEventColumns} from events where org_id = $1 and position = any($2::bigint[])
       order by position desc`,
      [orgId, positions],
    );
  }
}

export function createEventReader(options: { pool: Pool; chunkEvents?: number }): EventReader {
  return new EventReader(options);
}
