import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of 10 MB each (see `log_rotation_size`). */
const MAX_KEPT_FILES = 5;

/** Deletes PostgreSQL's oldest log files; the server rotates them but never deletes any. */
export async function limitLogFiles(dataPath: string): Promise<void> {
  const folder = join(dataPath, 'log');
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.log')).sort();
  for (const name of files.slice(0, -MAX_KEPT_FILES)) await rm(join(folder, name), { force: true });
}
