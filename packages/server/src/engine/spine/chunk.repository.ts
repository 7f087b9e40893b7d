import { only, type QueryRows } from '../../kit/db/index.ts';
import { FANOUT } from './chunk-layout.ts';

// One pass over a chunk's events yields its times, counts and leaf hashes. The three groupings never mix:
// neither type nor source is ever null in an event.
const CHUNK_SQL = `
  with seen as materialized (
    select (position - $3)::int as place, type, source, fact, leaf_hash,
      round(date_part('epoch', occurred_at) * 1000)::bigint as ms
    from events where org_id = $1 and position >= $3 and position < $3 + $4
  ),
  times as (
    insert into event_chunks (org_id, chunk, earliest_ms, latest_ms, times)
    select $1, $2, min(ms), max(ms), string_agg(int8send(ms), ''::bytea order by place) from seen
  ),
  groups as (
    select type, source, fact, count(*)::int as events, string_agg(int2send(place::int2), ''::bytea) as positions
    from seen group by grouping sets ((type, fact, source), (type, fact), (source))
  ),
  known as (select kind, type, source, fact from event_kinds where org_id = $1),
  fresh as (
    insert into event_kinds (org_id, kind, type, source, fact)
    select $1, (select coalesce(max(kind), 0) from known) + row_number() over (), g.type, g.source, g.fact
    from groups g where not exists (select from known k where ${sameKind('k', 'g')})
    returning kind, type, source, fact
  ),
  counts as (
    insert into event_counts (org_id, kind, level, block, events, positions)
    select $1, k.kind, 0, $2, g.events, g.positions
    from groups g join (select * from known union all select * from fresh) k on ${sameKind('k', 'g')}
  )
  select string_agg(leaf_hash, ''::bytea order by place) as hashes from seen`;

/** An equality that allows a hash join: a null part of one kind never equals an empty text in another. */
function sameKind(a: string, b: string): string {
  return ['type', 'source', 'fact']
    .map((column) => `coalesce(${a}.${column}, '') = coalesce(${b}.${column}, '')`)
    .join(' and ');
}

// Kind by kind, in primary key order: a scan by level would read the counts of all time.
const BLOCK_SQL = `
  insert into event_counts (org_id, kind, level, block, events)
  select $1, k.kind, $2, $3, below.events
  from event_kinds k cross join lateral (
    select sum(n.events) as events from event_counts n
    where n.org_id = $1 and n.kind = k.kind and n.level = $2 - 1
      and n.block between $3 * ${FANOUT} and $3 * ${FANOUT} + ${FANOUT - 1}
  ) below
  where k.org_id = $1 and below.events is not null`;

/** Adds a full chunk to the index; returns the leaf hashes of its events, null when none are left. */
export async function indexChunk(
  query: QueryRows,
  orgId: string,
  { chunk, first, events, isSpread }: { chunk: number; first: number; events: number; isSpread: boolean },
): Promise<Buffer | null> {
  const sql = isSpread ? 'select index_spread_chunk($1, $2, $3, $4) as hashes' : CHUNK_SQL;
  const rows = await query<{ hashes: Buffer | null }>(sql, [orgId, chunk, first, events]);
  return only(rows).hashes;
}

/** Aggregates a block that has become full from the blocks of the level below. */
export async function indexBlock(
  query: QueryRows,
  orgId: string,
  { level, block }: { level: number; block: number },
): Promise<void> {
  await query(BLOCK_SQL, [orgId, level, block]);
}

/** The time ranges (Unix milliseconds) of chunks `first` to before `end`. */
export function readChunkTimes(
  query: QueryRows,
  orgId: string,
  { first, end }: { first: number; end: number },
): Promise<{ chunk: number; earliestMs: number; latestMs: number }[]> {
  return query(
    `select chunk, earliest_ms as "earliestMs", latest_ms as "latestMs" from event_chunks
     where org_id = $1 and chunk >= $2 and chunk < $3`,
    [orgId, first, end],
  );
}
