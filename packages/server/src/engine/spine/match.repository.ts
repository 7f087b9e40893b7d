import { only, type QueryRows } from '../../kit/db/index.ts';
import { type BlockRange, FANOUT } from './chunk-layout.ts';
import { eventConditions, kindConditions, SqlValues } from './event-conditions.repository.ts';
import type { CompiledFilter } from './event-filter.ts';

export interface MatchedPage {
  /** Exact number of matching events. */
  total: number;
  /** The positions of the page, newest first. */
  positions: number[];
}

/** The state of a log and its index in one snapshot. */
export interface LogHead {
  size: number;
  chunks: number;
  /** The kinds that the filter names; null when it names none. */
  kinds: number[] | null;
}

/** A row of the statement in `readParts`. */
export interface Part {
  part: 'tail' | 'chunk' | 'count';
  level: number;
  block: number;
  events: number;
  times: Buffer | null;
  places: Buffer | null;
}

export async function readLogHead(query: QueryRows, orgId: string, filter: CompiledFilter): Promise<LogHead> {
  const values = new SqlValues();
  const org = values.add(orgId);
  let kinds = 'null';
  if (filter.type !== undefined || filter.source !== undefined) {
    const conditions = kindConditions(filter, values);
    // Total rows have null for what the filter leaves open.
    if (filter.type === undefined) conditions.push('type is null');
    if (filter.source === undefined) conditions.push('source is null');
    kinds = `(select coalesce(array_agg(kind), '{}') from event_kinds where org_id = ${org} and ${conditions.join(' and ')})`;
  }
  const [head] = await query<LogHead>(
    `select l.size, coalesce(t.chunks, 0) as chunks, ${kinds} as kinds
     from event_logs l left join event_trees t on t.org_id = l.org_id where l.org_id = ${org}`,
    values.list,
  );
  return head ?? { size: 0, chunks: 0, kinds: null };
}

/** Events of one correlation are few and have an index of their own. `size` is the end of the log. */
export async function findCorrelated(
  query: QueryRows,
  orgId: string,
  filter: CompiledFilter,
  page: { size: number; offset: number; limit: number },
): Promise<MatchedPage> {
  const values = new SqlValues();
  const where = `org_id = ${values.add(orgId)} and position < ${values.add(page.size)} and
    ${eventConditions(filter, values).join(' and ')}`;
  const found = await query<MatchedPage>(
    `select (select count(*) from events where ${where}) as total,
       array(select position::float8 from events where ${where}
         order by position desc offset ${values.add(page.offset)} limit ${values.add(page.limit)}) as positions`,
    values.list,
  );
  return only(found);
}

/** What to read of a log; `kinds` is null when the filter names none. */
export interface LogRange {
  kinds: number[] | null;
  tail: { first: number; end: number };
  partial: number[];
  ranges: BlockRange[];
}

/** Reads in one statement everything needed to know how much matches where. */
export async function readParts(
  query: QueryRows,
  orgId: string,
  filter: CompiledFilter,
  wanted: LogRange,
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
  return query<Part>(
    `select * from (${selects.join(' union all ')}) as p(part, level, block, events, times, places)`,
    values.list,
  );
}

/** Counts of these kinds in each block directly below one of these. */
export function readCountsBelow(
  query: QueryRows,
  orgId: string,
  kinds: readonly number[],
  blocks: readonly { level: number; block: number }[],
): Promise<{ level: number; block: number; events: number }[]> {
  return query(
    `select n.level, n.block, sum(n.events)::int as events
     from unnest($3::int[], $4::int[]) as b(level, block)
     join event_counts n on n.org_id = $1 and n.kind = any($2::int[]) and n.level = b.level - 1
       and n.block between b.block * ${FANOUT} and b.block * ${FANOUT} + ${FANOUT - 1}
     group by n.level, n.block order by n.level, n.block desc`,
    [orgId, kinds, blocks.map(({ level }) => level), blocks.map(({ block }) => block)],
  );
}

/** Where in these chunks the events of these kinds are, by chunk. */
export async function readPlacesIn(
  query: QueryRows,
  orgId: string,
  kinds: readonly number[],
  blocks: readonly { block: number }[],
): Promise<Map<number, Buffer>> {
  const rows = await query<{ block: number; places: Buffer }>(
    `select block, string_agg(positions, ''::bytea) as places from event_counts
     where org_id = $1 and kind = any($2::int[]) and level = 0 and block = any($3::int[]) group by block`,
    [orgId, kinds, blocks.map(({ block }) => block)],
  );
  return new Map(rows.map((row) => [row.block, row.places]));
}
