import type pg from 'pg';
import { required } from '../../packages/server/src/kit/required.ts';
import { sampleEvent } from './request-template.ts';

export interface SeedOptions {
  orgId: string;
  events: number;
  /** Sequence number of the first event, in its payload. */
  firstSequence: number;
  types: string[];
  sources: string[];
  /** The events are distributed over this many days, up to now. */
  days: number;
}

const ROWS_PER_STATEMENT = 20_000;

/** The hash of an event's leaf, from its columns; `$1` is the organization. */
export const LEAF_HASH = `sha256('\\x00'::bytea || convert_to('{"eventId":"evt_' || replace(id::text, '-', '') || '","type":"' || type
      || '","source":"' || source || '","orgId":"org_' || replace($1::text, '-', '') || '","timestamp":"'
      || to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","data":' || data
      || ',"metadata":' || metadata || '}', 'UTF8'))`;

// Types and sources have an uneven distribution, as in reality; three events share a correlation id.
const SQL = `
  with head as (
    update event_logs set size = size + $2 where org_id = $1 returning size - $2 as base
  ),
  drawn as materialized (
    select base + n as position, $3::bigint + n as sequence,
      now() - make_interval(secs => $6::float8 * (1 - ($9::float8 + n) / $10)) as occurred_at,
      ($4::text[])[1 + floor(cardinality($4::text[]) * power(random(), 2))::int] as type,
      ($5::text[])[1 + floor(cardinality($5::text[]) * power(random(), 2))::int] as source,
      'cor_' || ($3::bigint + n) / 3 as correlation_id
    from head, generate_series(0, $2 - 1) as n
  ),
  rows as materialized (
    select position, uuidv7(occurred_at - now()) as id, type, source, date_trunc('milliseconds', occurred_at) as occurred_at,
      correlation_id, $7 || lpad(sequence::text, 9, '0') || $8 as data,
      '{"correlationId":"' || correlation_id || '"}' as metadata
    from drawn
  )
  insert into events (org_id, position, id, type, source, occurred_at, correlation_id, data, metadata, leaf_hash)
  select $1, position, id, type, source, occurred_at, correlation_id, data, metadata,
    ${LEAF_HASH}
  from rows order by position`;

/** Writes events into the log in the same form as the service, including leaf hashes. */
export async function seedLog(database: pg.Pool, options: SeedOptions): Promise<void> {
  const { orgId, events, firstSequence, types, sources, days } = options;
  const { data } = JSON.parse(sampleEvent('bench.seed')) as { data: { seq: string } };
  const [before = '', after = ''] = JSON.stringify(data).split(data.seq);
  for (let done = 0; done < events; done += ROWS_PER_STATEMENT) {
    const count = Math.min(ROWS_PER_STATEMENT, events - done);
    const seconds = days * 86_400;
    await database.query(SQL, [
      orgId,
      count,
      firstSequence + done,
      types,
      sources,
      seconds,
      before,
      after,
      done,
      events,
    ]);
  }
}

/** The organization of the bench's key. */
export async function readOrganization(database: pg.Pool): Promise<string> {
  const { rows } = await database.query<{ org_id: string }>('select org_id from event_logs');
  if (rows.length !== 1) throw new Error(`there are ${rows.length} logs instead of one`);
  return required(rows[0], 'a row').org_id;
}

const INDEX_TIMEOUT_MS = 1_800_000;

/** Resolves once the service has indexed every full chunk of the log. */
export async function awaitIndex(database: pg.Pool, orgId: string, chunkEvents: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < INDEX_TIMEOUT_MS; waitedMs += 500) {
    const { rows } = await database.query<{ size: string; chunks: number | null }>(
      'select l.size, t.chunks from event_logs l left join event_trees t using (org_id) where l.org_id = $1',
      [orgId],
    );
    const { size, chunks } = required(rows[0], 'a row');
    if ((chunks ?? 0) >= Math.floor(Number(size) / chunkEvents)) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the index of the log was not finished in time');
}
