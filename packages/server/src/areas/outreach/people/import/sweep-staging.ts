import { sql } from 'kysely';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { existingImports } from './import.repository.ts';
import { dropStagingSql } from './staging.ts';

const ABANDONED_AFTER_MS = 6 * 3_600_000;

/** Drops staging tables of requests that died before their import was recorded. Returns how many imports' they were. */
export async function sweepStaging(db: AnyDatabase, nowMs: number): Promise<number> {
  const { rows } = await sql<{ hex: string }>`
    select distinct substring(tablename from '[0-9a-f]{32}$') as hex from pg_tables where schemaname = 'lead_staging'`.execute(
    db,
  );
  const old = rows
    .filter(({ hex }) => hex !== null && Number.parseInt(hex.slice(0, 12), 16) < nowMs - ABANDONED_AFTER_MS)
    .map(({ hex }) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
  const alive = await existingImports(db, old);
  const dead = old.filter((id) => !alive.has(id));
  for (const id of dead) await sql.raw(dropStagingSql(id)).execute(db);
  return dead.length;
}
