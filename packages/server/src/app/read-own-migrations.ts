import { join } from 'node:path';
import { type Migration, readMigrations } from '../kit/db/index.ts';

/** The migrations of this version. */
export function readOwnMigrations(): Migration[] {
  return readMigrations(join(import.meta.dirname, '../../migrations'));
}
