import type pg from 'pg';
import { only } from '../../kit/db/index.ts';
import { SEGMENT_BYTES } from './wal-files.ts';

const SLOT = 'trivium_archive';

/** The name of the oldest segment that is not archived. Makes the slot, also anew where the server gave it up. */
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
 * Ends the segment in use if there is anything in it; `last` is whole then, and holds all commits before `now`. `end` is
 * where the next one begins.
 */
export async function switchSegment(client: pg.Client): Promise<{ now: Date; end: string; last: string }> {
  // The clock first: what is committed after it may be in the segment or not.
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const { rows: switched } = await client.query<{ end: string; last: string }>(
    `select ('0/0'::pg_lsn + ceil((lsn - '0/0'::pg_lsn) / ${SEGMENT_BYTES}) * ${SEGMENT_BYTES})::text as end,
       pg_walfile_name(lsn) as last from pg_switch_wal() as lsn`,
  );
  return { ...only(rows), ...only(switched) };
}

/** The server need not keep what ends before that any more. */
export async function advanceSlot(client: pg.Client, end: string): Promise<void> {
  await client.query('select pg_replication_slot_advance($1, $2::pg_lsn)', [SLOT, end]);
}

/** Unless somebody reads from it. */
export async function dropUnusedSlot(client: pg.Client): Promise<void> {
  await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
    [SLOT],
  );
}

/** Which database this is, wherever it was copied to. */
export async function readSystemId(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ systemId: string }>(
    'select system_identifier::text as "systemId" from pg_control_system()',
  );
  return only(rows).systemId;
}
