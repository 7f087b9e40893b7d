import { join } from 'node:path';
import { type Migration, readMigrations } from '../kit/db/index.ts';

export function readOwnMigrations(): Migration[] {
  return readMigrations(join(import.meta.dirname, '../../migrations'));
}
