import type { QueryRows } from '../../kit/db/index.ts';
import { facts, primaryName } from '../catalog/index.ts';
import { CHUNK_EVENTS, FANOUT } from './chunk-layout.ts';

/** A column or count used for searching that contradicts the records. */
export interface ForgedIndex {
  orgId: string;
  problem: string;
}

const MAX_FOUND = 20;

// The columns beside the record, which searches use. The leaf covers only the record.
const COLUMNS_SQL = `
  select e.org_id as "orgId", 'the correlation of the event at ' || e.position || ' is not that of its record' as problem
  from events e
  -- Of an erased organization there is none.
  where e.correlation_id is distinct from case when e.metadata <> '' then e.metadata::json ->> 'correlationId' end
  union all
  select e.org_id, 'the event at ' || e.position || ' is marked as ' || e.fact || ', and its record has the type ' || e.type
  from events e left join unnest($1::text[], $2::text[]) as f(fact, type) on f.fact = e.fact
  where e.fact is not null and f.type is distinct from e.type
  limit ${MAX_FOUND}`;

// A chunk's counts by kind; kinds without a type are those of a source alone.
const COUNTS_SQL = `
  with indexed as (
    select e.org_id, (e.position / $1)::int as chunk, e.type, e.source, e.fact from events e
    join event_trees t on t.org_id = e.org_id and e.position < t.chunks::bigint * $1
  ),
  true_counts as (
    select org_id, chunk, type, source, fact, count(*) as events from indexed
    group by grouping sets ((org_id, chunk, type, fact, source), (org_id, chunk, type, fact), (org_id, chunk, source))
  ),
  kept as (
    select c.org_id, c.block as chunk, k.type, k.source, k.fact, c.events
    from event_counts c join event_kinds k on k.org_id = c.org_id and k.kind = c.kind where c.level = 0
  )
  select coalesce(t.org_id, k.org_id) as "orgId",
    'chunk ' || coalesce(t.chunk, k.chunk) || ' counts ' || coalesce(k.events, 0) || ' events of '
      || concat_ws(' from ', coalesce(t.type, k.type), coalesce(t.source, k.source)) || ', and has ' || coalesce(t.events, 0) as problem
  from true_counts t full join kept k on k.org_id = t.org_id and k.chunk = t.chunk
    and coalesce(k.type, '') = coalesce(t.type, '') and coalesce(k.source, '') = coalesce(t.source, '')
    and coalesce(k.fact, '') = coalesce(t.fact, '')
  where t.events is distinct from k.events::bigint
  limit ${MAX_FOUND}`;

const UPPER_SQL = `
  select u.org_id as "orgId", 'block ' || u.block || ' of level ' || u.level || ' of the index is not the sum of those below it' as problem
  from event_counts u where u.level > 0 and u.events is distinct from (
    select sum(n.events) from event_counts n where n.org_id = u.org_id and n.kind = u.kind and n.level = u.level - 1
      and n.block / ${FANOUT} = u.block)
  limit ${MAX_FOUND}`;

/**
 * Compares what is stored beside the records of all logs (columns, counts) with the records, which the
 * verifier proves. Reads every event, so it takes a while on a large log.
 */
export async function findForgedIndex(query: QueryRows, chunkEvents = CHUNK_EVENTS): Promise<ForgedIndex[]> {
  const columns = await query<ForgedIndex>(COLUMNS_SQL, [
    facts.map(({ key }) => key),
    facts.map((fact) => primaryName(fact)),
  ]);
  const counts = await query<ForgedIndex>(COUNTS_SQL, [chunkEvents]);
  return [...columns, ...counts, ...(await query<ForgedIndex>(UPPER_SQL, []))].slice(0, MAX_FOUND);
}
