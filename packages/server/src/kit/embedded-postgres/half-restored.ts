import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Present in a data directory from before a restore writes its first file until after its last. */
export const halfRestoredFileName = 'restore.unfinished';

export function isHalfRestored(dataDir: string): Promise<boolean> {
  return access(join(dataDir, halfRestoredFileName)).then(
    () => true,
    () => false,
  );
}

/**
 * Keeps services from starting on the directory until `endRestore`. `what`: what is being restored, for
 * whoever finds the file.
 */
export async function beginRestore(dataDir: string, what: string): Promise<void> {
  await writeFile(join(dataDir, halfRestoredFileName), `${what}\n`, { flush: true, mode: 0o600 });
}

export async function endRestore(dataDir: string): Promise<void> {
  await rm(join(dataDir, halfRestoredFileName));
}
