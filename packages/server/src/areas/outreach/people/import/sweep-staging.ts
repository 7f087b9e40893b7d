import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import { existingImports } from './import.repository.ts';
import { dropStaging, stagedImports } from './staging.repository.ts';

const ABANDONED_AFTER_MS = 6 * 3_600_000;

/**
 * Drops staging tables of requests that died before their import was recorded. Returns the number of imports
 * affected.
 */
export async function sweepStaging(db: AnyDatabase, nowMs: number): Promise<number> {
  const query = rowsIn(db);
  const old = (await stagedImports(query))
    .filter((hex) => Number.parseInt(hex.slice(0, 12), 16) < nowMs - ABANDONED_AFTER_MS)
    .map((hex) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
  const alive = await existingImports(db, old);
  const dead = old.filter((id) => !alive.has(id));
  for (const id of dead) await dropStaging(query, id);
  return dead.length;
}
