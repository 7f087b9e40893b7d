import type { QueryRows } from '../../kit/db/index.ts';
import { only } from '../../kit/db/index.ts';
import { required } from '../../kit/required.ts';
import { ChunkBounds, type Overlap } from './chunk-bounds.ts';
import { type BlockRange, coverChunks, FANOUT } from './chunk-layout.ts';
import { type CompiledFilter, eventConditions, kindConditions, SqlValues } from './event-filter.ts';
import { type BlockSegment, blocksOfPage, positionsOfPage, type Segment, totalOf } from './match-segments.ts';

export interface MatchedPage {
  /** How many events match, exactly. */
  total: number;
  /** The positions of the page, newest first. */
  positions: number[];
}

/** The state of a log and its index, as one statement saw them. */
interface LogHead {
  size: number;
  chunks: number;
  /** The kinds that the filter names; null when it names none. */
  kinds: number[] | null;
}

/** One answer of the statement that `#read` makes. */
interface Part {
  part: 'tail' | 'chunk' | 'count';
  level: number;
  block: number;
  events: number;
  times: Buffer | null;
  places: Buffer | null;
}

/**
 * Finds what matches a filter without reading the events: totals come from the counts of blocks,
 * pages from the places noted in chunks. Only the tail behind the last full chunk is looked through.
 * Events below a position never change, so several statements see one state of the log.
 */
export class MatchFinder {
  readonly #query: QueryRows;
  readonly #chunkEvents: number;
  readonly #bounds: ChunkBounds;

  constructor(query: QueryRows, chunkEvents: number) {
    this.#query = query;
    this.#chunkEvents = chunkEvents;
    this.#bounds = new ChunkBounds(query);
  }

  /** The page of the events below position `size`, the size of the log unless told. Undefined when the log is smaller. */
  async find(
    orgId: string,
    filter: CompiledFilter,
    page: { offset: number; limit: number; size?: number | undefined },
  ): Promise<(MatchedPage & { size: number }) | undefined> {
    const head = await this.#readHead(orgId, filter);
    const size = page.size ?? head.size;
    if (size > head.size) return undefined;
    if (filter.correlationId !== undefined) {
      return { size, ...(await this.#findCorrelated(orgId, filter, size, page)) };
    }
    let segments = await this.#segments(orgId, filter, head, size);
    const total = totalOf(segments);
    segments = await this.#openBlocks(orgId, head.kinds ?? [], segments, page);
    return { size, total, positions: positionsOfPage(segments, page.offset, page.limit) };
  }

  async #readHead(orgId: string, filter: CompiledFilter): Promise<LogHead> {
    const values = new SqlValues();
    const org = values.add(orgId);
    let kinds = 'null';
    if (filter.type !== undefined || filter.source !== undefined) {
      const conditions = kindConditions(filter, values);
      // What the filter leaves open is null in the kinds that total it.
      if (filter.type === undefined) conditions.push('type is null');
      if (filter.source === undefined) conditions.push('source is null');
      kinds = `(select coalesce(array_agg(kind), '{}') from event_kinds where org_id = ${org} and ${conditions.join(' and ')})`;
    }
    const [head] = await this.#query<LogHead>(
      `select l.size, coalesce(t.chunks, 0) as chunks, ${kinds} as kinds
       from event_logs l left join event_trees t on t.org_id = l.org_id where l.org_id = ${org}`,
      values.list,
    );
    return head ?? { size: 0, chunks: 0, kinds: null };
  }

  /** Events of one correlation are few and have an index of their own. */
  async #findCorrelated(
    orgId: string,
    filter: CompiledFilter,
    size: number,
    page: { offset: number; limit: number },
  ): Promise<MatchedPage> {
    const values = new SqlValues();
    const where = `org_id = ${values.add(orgId)} and position < ${values.add(size)} and
      ${eventConditions(filter, values).join(' and ')}`;
    const found = await this.#query<{ total: number; positions: number[] }>(
      `select (select count(*) from events where ${where}) as total,
         array(select position::float8 from events where ${where}
           order by position desc offset ${values.add(page.offset)} limit ${values.add(page.limit)}) as positions`,
      values.list,
    );
    return only(found);
  }

  /** The log below `size`, from the newest to the oldest, with what matches of it. */
  async #segments(orgId: string, filter: CompiledFilter, head: LogHead, size: number): Promise<Segment[]> {
    const unfiltered = head.kinds === null && filter.fromMs === undefined && filter.toMs === undefined;
    if (unfiltered) return [{ kind: 'all', first: 0, end: size }];
    const chunks = Math.min(head.chunks, Math.floor(size / this.#chunkEvents));
    const overlaps = await this.#bounds.overlaps(orgId, chunks, filter);
    const partial = [...overlaps.keys()].filter((chunk) => overlaps[chunk] === 'some');
    const runs = runsOf(overlaps);
    const ranges = head.kinds === null ? [] : runs.flatMap(({ first, end }) => coverChunks(first, end));
    const tail = { first: chunks * this.#chunkEvents, end: size };
    const parts = await this.#read(orgId, filter, { kinds: head.kinds, tail, partial, ranges });
    const found = parts.flatMap((part) => this.#toSegment(part, filter, head.kinds, tail.first));
    if (head.kinds === null) {
      for (const { first, end } of runs) {
        found.push({ kind: 'all', first: first * this.#chunkEvents, end: end * this.#chunkEvents });
      }
    }
    return found.sort((a, b) => this.#startOf(b) - this.#startOf(a));
  }

  #startOf(segment: Segment): number {
    switch (segment.kind) {
      case 'positions':
        return segment.positions[0] ?? 0;
      case 'all':
        return segment.first;
      case 'block':
        return segment.block * FANOUT ** segment.level * this.#chunkEvents;
    }
  }

  /** Reads, in one statement, all that is needed to know how much matches where. */
  async #read(
    orgId: string,
    filter: CompiledFilter,
    wanted: {
      kinds: number[] | null;
      tail: { first: number; end: number };
      partial: number[];
      ranges: BlockRange[];
    },
  ): Promise<Part[]> {
    const { kinds, tail, partial, ranges } = wanted;
    const values = new SqlValues();
    const org = values.add(orgId);
    const selects: string[] = [];
    if (tail.end > tail.first) {
      const first = values.add(tail.first);
      const conditions = eventConditions(filter, values).map((condition) => `and ${condition}`);
      selects.push(`select 'tail', 0, 0, 0, null::bytea,
        (select string_agg(int4send((position - ${first})::int), ''::bytea) from events
         where org_id = ${org} and position >= ${first} and position < ${values.add(tail.end)} ${conditions.join(' ')})`);
    }
    if (partial.length > 0) {
      const places =
        kinds === null
          ? 'null::bytea'
          : `(select string_agg(n.positions, ''::bytea) from event_counts n where n.org_id = ${org}
              and n.kind = any(${values.add(kinds)}::int[]) and n.level = 0 and n.block = c.chunk)`;
      selects.push(`select 'chunk', 0, c.chunk, 0, c.times, ${places} from event_chunks c
        where c.org_id = ${org} and c.chunk = any(${values.add(partial)}::int[])`);
    }
    if (ranges.length > 0 && kinds !== null && kinds.length > 0) {
      selects.push(`select 'count', n.level, n.block, sum(n.events)::int, null::bytea, null::bytea
        from unnest(${values.add(ranges.map((range) => range.level))}::int[],
          ${values.add(ranges.map((range) => range.first))}::int[],
          ${values.add(ranges.map((range) => range.last))}::int[]) as r(level, first, last)
        join event_counts n on n.org_id = ${org} and n.kind = any(${values.add(kinds)}::int[])
          and n.level = r.level and n.block between r.first and r.last
        group by n.level, n.block`);
    }
    if (selects.length === 0) return [];
    return this.#query<Part>(
      `select * from (${selects.join(' union all ')}) as p(part, level, block, events, times, places)`,
      values.list,
    );
  }

  #toSegment(part: Part, filter: CompiledFilter, kinds: number[] | null, tailFirst: number): Segment[] {
    if (part.part === 'count') {
      return [{ kind: 'block', level: part.level, block: part.block, count: part.events }];
    }
    let positions: number[];
    if (part.part === 'tail') {
      positions = readPlaces(part.places, 4, tailFirst);
    } else {
      const first = part.block * this.#chunkEvents;
      const times = required(part.times, 'the times of a chunk');
      const { fromMs = -Infinity, toMs = Infinity } = filter;
      const inTime = (position: number) => {
        const ms = readTime(times, position - first);
        return ms >= fromMs && ms <= toMs;
      };
      const candidates =
        kinds === null
          ? Array.from({ length: this.#chunkEvents }, (_, i) => first + this.#chunkEvents - 1 - i)
          : readPlaces(part.places, 2, first);
      positions = candidates.filter(inTime);
    }
    return positions.length === 0 ? [] : [{ kind: 'positions', positions }];
  }

  /** Replaces the blocks in which the page lies by the positions that match in them. */
  async #openBlocks(
    orgId: string,
    kinds: number[],
    segments: Segment[],
    page: { offset: number; limit: number },
  ): Promise<Segment[]> {
    for (;;) {
      const blocks = blocksOfPage(segments, page.offset, page.limit);
      const coarse = blocks.filter((block) => block.level > 0);
      const opened =
        coarse.length > 0
          ? await this.#readChildren(orgId, kinds, coarse)
          : await this.#readPositions(orgId, kinds, blocks);
      segments = segments.flatMap((segment) => opened.get(segment as BlockSegment) ?? [segment]);
      if (coarse.length === 0) return segments;
    }
  }

  async #readChildren(orgId: string, kinds: number[], blocks: BlockSegment[]) {
    const rows = await this.#query<{ level: number; block: number; events: number }>(
      `select n.level, n.block, sum(n.events)::int as events
       from unnest($3::int[], $4::int[]) as b(level, block)
       join event_counts n on n.org_id = $1 and n.kind = any($2::int[]) and n.level = b.level - 1
         and n.block between b.block * ${FANOUT} and b.block * ${FANOUT} + ${FANOUT - 1}
       group by n.level, n.block order by n.level, n.block desc`,
      [orgId, kinds, blocks.map(({ level }) => level), blocks.map(({ block }) => block)],
    );
    return new Map<BlockSegment, Segment[]>(
      blocks.map((parent) => [
        parent,
        rows
          .filter(
            ({ level, block }) => level === parent.level - 1 && Math.floor(block / FANOUT) === parent.block,
          )
          .map(({ level, block, events }) => ({ kind: 'block', level, block, count: events })),
      ]),
    );
  }

  async #readPositions(orgId: string, kinds: number[], blocks: BlockSegment[]) {
    if (blocks.length === 0) return new Map<BlockSegment, Segment[]>();
    const rows = await this.#query<{ block: number; places: Buffer }>(
      `select block, string_agg(positions, ''::bytea) as places from event_counts
       where org_id = $1 and kind = any($2::int[]) and level = 0 and block = any($3::int[]) group by block`,
      [orgId, kinds, blocks.map(({ block }) => block)],
    );
    const places = new Map(rows.map((row) => [row.block, row.places]));
    return new Map<BlockSegment, Segment[]>(
      blocks.map((segment) => {
        const positions = readPlaces(places.get(segment.block) ?? null, 2, segment.block * this.#chunkEvents);
        return [segment, [{ kind: 'positions', positions }]];
      }),
    );
  }
}

/** Neighbouring chunks that lie in the filter's times as a whole. */
function runsOf(overlaps: readonly Overlap[]): { first: number; end: number }[] {
  const runs: { first: number; end: number }[] = [];
  for (const [chunk, overlap] of overlaps.entries()) {
    if (overlap !== 'all') continue;
    const last = runs.at(-1);
    if (last?.end === chunk) last.end++;
    else runs.push({ first: chunk, end: chunk + 1 });
  }
  return runs;
}

/** Positions from places relative to `first`, `width` bytes each, newest first. */
function readPlaces(bytes: Buffer | null, width: 2 | 4, first: number): number[] {
  if (bytes === null) return [];
  const positions: number[] = [];
  for (let at = 0; at < bytes.length; at += width) positions.push(first + bytes.readUIntBE(at, width));
  return positions.sort((a, b) => b - a);
}

/** The entry of a chunk's times. Its upper half changes once in 50 days, so both halves fit a double. */
function readTime(times: Buffer, place: number): number {
  return times.readInt32BE(place * 8) * 2 ** 32 + times.readUInt32BE(place * 8 + 4);
}
