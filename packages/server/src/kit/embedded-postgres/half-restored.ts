import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Lies in a data directory from before the first file of a restore until after its last. */
export const halfRestoredFileName = 'restore.unfinished';

export function isHalfRestored(dataDir: string): Promise<boolean> {
  return access(join(dataDir, halfRestoredFileName)).then(
    () => true,
    () => false,
  );
}

/** Until `endRestore`, no service starts on the directory. `what`: what is restored, for who finds the file. */
export async function beginRestore(dataDir: string, what: string): Promise<void> {
  await writeFile(join(dataDir, halfRestoredFileName), `${what}\n`, { flush: true, mode: 0o600 });
}

export async function endRestore(dataDir: string): Promise<void> {
  await rm(join(dataDir, halfRestoredFileName));
}
