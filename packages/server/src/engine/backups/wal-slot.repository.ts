import type pg from 'pg';
import { only } from '../../kit/db/index.ts';
import { SEGMENT_BYTES } from './wal-files.ts';

const SLOT = 'trivium_archive';

/**
 * The name of the oldest segment not archived yet. Creates the slot, including after the server invalidated
 * it.
 */
export async function openSlot(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ status: string; first: string | null }>(
    `select wal_status as status, pg_walfile_name(restart_lsn + 1) as first from pg_replication_slots where slot_name = $1`,
    [SLOT],
  );
  const [slot] = rows;
  if (slot !== undefined && slot.status !== 'lost' && slot.first !== null) return slot.first;
  if (slot !== undefined) await client.query('select pg_drop_replication_slot($1)', [SLOT]);
  const { rows: made } = await client.query<{ first: string }>(
    'select pg_walfile_name(lsn + 1) as first from pg_create_physical_replication_slot($1, true)',
    [SLOT],
  );
  return only(made).first;
}

/**
 * Closes the current segment if it has any content; `last` is then complete and contains all commits before
 * `now`. `end` is where the next segment begins.
 */
export async function switchSegment(client: pg.Client): Promise<{ now: Date; end: string; last: string }> {
  // The clock is read first: a later commit may or may not be in the segment.
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const { rows: switched } = await client.query<{ end: string; last: string }>(
    `select ('0/0'::pg_lsn + ceil((lsn - '0/0'::pg_lsn) / ${SEGMENT_BYTES}) * ${SEGMENT_BYTES})::text as end,
       pg_walfile_name(lsn) as last from pg_switch_wal() as lsn`,
  );
  return { ...only(rows), ...only(switched) };
}

/** Lets the server discard log that ends before this position. */
export async function advanceSlot(client: pg.Client, end: string): Promise<void> {
  await client.query('select pg_replication_slot_advance($1, $2::pg_lsn)', [SLOT, end]);
}

/** Unless somebody is reading from it. */
export async function dropUnusedSlot(client: pg.Client): Promise<void> {
  await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
    [SLOT],
  );
}

/** Identifies the database, wherever it was copied to. */
export async function readSystemId(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ systemId: string }>(
    'select system_identifier::text as "systemId" from pg_control_system()',
  );
  return only(rows).systemId;
}
